// What the exports held before a build: set aside while it runs, since most of it comes again, and deleted at its end.
import { existsSync, mkdirSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';

const folderOf = (root: string): string => join(root, '.cache', 'old-exports');
/** Where a niche's last export is during a build, if there was one. */
export const oldExport = (root: string, niche: string): string => join(folderOf(root), niche);

/** Empties dist/<niche>. */
export function takeAway(root: string, niche: string): void {
  const from = join(root, 'dist', niche);
  mkdirSync(folderOf(root), { recursive: true });
  try {
    if (existsSync(from)) renameSync(from, oldExport(root, niche));
  } catch {
    // The cache may be on another disk, or a build may have ended before it deleted.
    rmSync(from, { recursive: true, force: true });
  }
}

/** Last of all: ext4 looks past each file deleted in the last minutes whenever it makes one. Another build may need the others. */
export function deleteOldExports(root: string, niches: readonly string[]): void {
  try {
    for (const niche of niches) rmSync(oldExport(root, niche), { recursive: true, force: true });
  } catch {
    // What cannot be deleted now is deleted by the next build of that niche that comes to its end.
  }
}
