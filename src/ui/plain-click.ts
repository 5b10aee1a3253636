// Tells a plain press on a link from one with which the browser is to open its own tab or window.
import type { MouseEvent } from 'react';

export const isPlainClick = (event: MouseEvent): boolean =>
  event.button === 0 && !event.metaKey && !event.ctrlKey && !event.shiftKey && !event.altKey;
