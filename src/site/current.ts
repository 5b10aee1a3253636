// The site whose page is being made, for layouts and pages. An export makes those of several sites, one page after the other.
import { loadSite, type Site } from './load.ts';

const loaded = (folder: string): Site => loadSite(process.cwd(), folder);

/** All that are exported, to ask what pages they have; one with hot reload. */
export const sites: readonly Site[] = import.meta.env.BUILD_NICHES.split(',').map(loaded);

const [first] = sites;
if (!first) throw new Error('BUILD_NICHES names no niche.');
export let site: Site = first;

/** Turns to the site of a niche's folder; the words of the one before are forgotten, since those of all take much memory. */
export function turnTo(folder: string): void {
  if (site.folder !== folder) site = loaded(folder);
}
