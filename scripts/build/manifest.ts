// Keeps what every exported page weighs, for checks and tests: dist/manifest.json.
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { PageWeight } from './weigh.ts';

/** Merges the weights of the niches just built into dist/manifest.json. */
export function writeManifest(root: string, weights: readonly PageWeight[]): void {
  const file = join(root, 'dist', 'manifest.json');
  const built = new Set(weights.map((weight) => weight.niche));
  const before = readOr(file).filter((weight) => !built.has(weight.niche));
  writeFileSync(file, `${JSON.stringify({ pages: [...before, ...weights] })}\n`);
}

function readOr(file: string): PageWeight[] {
  try {
    return (JSON.parse(readFileSync(file, 'utf8')) as { pages: PageWeight[] }).pages;
  } catch {
    return [];
  }
}
