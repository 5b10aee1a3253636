// The niches that an order is about.
import type { Site } from '#site/load';
import { UsageError } from '../arguments.ts';

/** The one that is named, or all. */
export function sitesOf(sites: readonly Site[], brand: string | null): readonly Site[] {
  const wanted = sites.filter(({ folder }) => brand === null || folder === brand);
  if (wanted.length === 0)
    throw new UsageError(`There is no niche ${brand}: ${sites.map(({ folder }) => folder).join(', ')}.`);
  return wanted;
}
