// Where the steps of a build leave what the next ones need: a folder of the cache, its own for each build, of which one runs at a time.
import { mkdirSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';

export interface Made {
  /** What Astro makes for every niche: scripts and public files. */
  readonly shared: string;
  /** The pages of each niche (gather.ts). */
  readonly pages: string;
  /** What each page of a niche weighs. */
  weights(niche: string): string;
}

export const madeIn = (folder: string): Made => ({
  shared: join(folder, 'shared'),
  pages: join(folder, 'pages'),
  weights: (niche) => join(folder, `weights-${niche}.json`),
});

/**
 * Makes the folder of a build. Named after its process, it says that one is running: a second one throws, since each would delete what the
 * other makes. It is made before others are looked for, so that of two that begin at once never both go on. What ended builds left is deleted.
 */
export function makeFolder(root: string): string {
  const all = join(root, '.cache', 'builds');
  const own = join(all, String(process.pid));
  rmSync(own, { recursive: true, force: true });
  mkdirSync(own, { recursive: true });
  const others = readdirSync(all).filter((name) => name !== String(process.pid));
  const running = others.find(isRunning);
  if (running) {
    rmSync(own, { recursive: true });
    throw new Error(`Another build (process ${running}) is running; if that process is none, delete .cache/builds.`);
  }
  for (const name of others) rmSync(join(all, name), { recursive: true, force: true });
  return own;
}

/** Whether there is a process of that number; what bears another name is none. */
function isRunning(name: string): boolean {
  if (!/^[1-9]\d*$/.test(name)) return false;
  try {
    return process.kill(Number(name), 0);
  } catch (error) {
    // It may be somebody else's.
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}
