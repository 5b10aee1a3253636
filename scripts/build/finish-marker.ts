// The mark of a niche's finished export: a file that says what it was made from, written last of all and taken away first.
import { rmSync } from 'node:fs';
import { join } from 'node:path';

export const finishMarkerOf = (root: string, niche: string): string => join(root, 'dist', 'hosting', niche, 'finished');

/** Without the mark nobody serves the export, and the next build makes it again. */
export const removeFinishMarker = (root: string, niche: string): void =>
  rmSync(finishMarkerOf(root, niche), { force: true });
