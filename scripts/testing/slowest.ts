// The files whose tests take longest: where to look when a run becomes slow.
import type { Result } from './results.ts';

const SHOWN = 10;

export interface FileTime {
  readonly file: string;
  /** The sum of its tests, without the hooks of the file. */
  readonly seconds: number;
}

/** The slowest files, the slowest first. */
export function slowestFiles(results: readonly Result[]): FileTime[] {
  const sums = new Map<string, number>();
  for (const { file, ms = 0 } of results) sums.set(file, (sums.get(file) ?? 0) + ms);
  return [...sums]
    .map(([file, ms]) => ({ file, seconds: Math.round(ms / 1000) }))
    .filter(({ seconds }) => seconds > 0)
    .sort((a, b) => b.seconds - a.seconds)
    .slice(0, SHOWN);
}
