// Where the time of a run goes: the files whose tests take longest, and the sums of each kind of test.
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

/** Seconds in tests by folder of `tests/`, without hooks and loading; `folders` has the files beside those folders. */
export function secondsByKind(results: readonly Result[]): Readonly<Record<string, number>> {
  const sums: Record<string, number> = {};
  for (const { file, ms = 0 } of results) {
    if (file === '') continue;
    const [, kind = 'folders'] = /^tests\/(\w+)\//.exec(file) ?? [];
    const name = file.endsWith('.spec.ts') ? 'e2e' : kind;
    sums[name] = (sums[name] ?? 0) + ms / 1000;
  }
  return Object.fromEntries(Object.entries(sums).map(([kind, seconds]) => [kind, Math.round(seconds)]));
}
