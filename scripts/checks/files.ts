// Lists and reads the files that the checks look at.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const SKIPPED = new Set([
  'node_modules',
  'dist',
  'data',
  '.git',
  '.astro',
  '.cache',
  'coverage',
  'test-results',
  'playwright-report',
]);

/** Paths below `folder`, relative to `root`, with one of the extensions (`ts`, `astro` …), sorted. */
export function filesIn(root: string, folder: string, extensions: readonly string[]): string[] {
  const start = join(root, folder);
  if (!existsSync(start)) return [];
  return readdirSync(start, { withFileTypes: true })
    .flatMap((entry) => {
      const path = `${folder}/${entry.name}`;
      if (entry.isDirectory()) return SKIPPED.has(entry.name) ? [] : filesIn(root, path, extensions);
      return extensions.some((extension) => entry.name.endsWith(`.${extension}`)) ? [path] : [];
    })
    .sort();
}

/** Names of the folders right below `folder`, sorted; none when it is missing. */
export function foldersIn(root: string, folder: string): string[] {
  const start = join(root, folder);
  if (!existsSync(start)) return [];
  return readdirSync(start, { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map((entry) => entry.name)
    .sort();
}

export const read = (root: string, path: string): string => readFileSync(join(root, path), 'utf8');

/** 1-based line of an offset, for messages like `file:12`. */
export const lineAt = (text: string, offset: number): number => text.slice(0, offset).split('\n').length;
