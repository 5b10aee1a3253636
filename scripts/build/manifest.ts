// Stores the weight of every exported page for checks and tests: dist/manifest.json.
import { readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { nicheFolders } from '../../src/site/load.ts';
import { writeAtomically } from './write-atomically.ts';
import type { PageWeight } from './page-weight.ts';

const manifestOf = (root: string): string => join(root, 'dist', 'manifest.json');

/**
 * Merges the weights of the niches just built into dist/manifest.json; removes niches without a folder from it and from
 * dist/.
 */
export function writeManifest(root: string, weights: readonly PageWeight[]): void {
  const byNiche = Map.groupBy(weightsIn(root), ({ niche }) => niche);
  for (const [niche, built] of Map.groupBy(weights, (weight) => weight.niche)) byNiche.set(niche, built);
  const folders = nicheFolders(root);
  for (const niche of byNiche.keys()) {
    if (folders.includes(niche)) continue;
    byNiche.delete(niche);
    for (const made of [niche, join('hosting', niche)])
      rmSync(join(root, 'dist', made), { recursive: true, force: true });
  }
  const pages = [...byNiche.keys()].sort().flatMap((niche) => byNiche.get(niche) ?? []);
  writeAtomically(manifestOf(root), `${JSON.stringify({ pages })}\n`);
}

/** The niches whose pages it lists. */
export const weighedNiches = (root: string): ReadonlySet<string> => new Set(weightsIn(root).map(({ niche }) => niche));

function weightsIn(root: string): readonly PageWeight[] {
  try {
    return (JSON.parse(readFileSync(manifestOf(root), 'utf8')) as { pages: PageWeight[] }).pages;
  } catch {
    return [];
  }
}
