// Marks a niche's export as finished: a file with the hash of its sources, written last and removed first.
import { rmSync } from 'node:fs';
import { join } from 'node:path';

/** Of an export in this folder: dist/, or a release. */
export const finishMarkerIn = (dist: string, niche: string): string => join(dist, 'hosting', niche, 'finished');
export const finishMarkerOf = (root: string, niche: string): string => finishMarkerIn(join(root, 'dist'), niche);

/** Without the mark the server refuses the export, and the next build makes it again. */
export const removeFinishMarker = (root: string, niche: string): void =>
  rmSync(finishMarkerOf(root, niche), { force: true });
