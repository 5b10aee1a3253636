// Distinguishes a plain click on a link from one that opens a new tab or window.
import type { MouseEvent } from 'react';

export const isPlainClick = (event: MouseEvent): boolean =>
  event.button === 0 && !event.metaKey && !event.ctrlKey && !event.shiftKey && !event.altKey;
