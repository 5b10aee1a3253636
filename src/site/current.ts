// The site whose page is being made, for layouts and pages. An export makes those of several sites, one page after the other.
import { loadSite, type Site } from './load.ts';

const loaded = (folder: string): Site => loadSite(process.cwd(), folder);

/** All that are exported, to ask what pages they have; one with hot reload. */
export const sites: readonly Site[] = import.meta.env.BUILD_NICHES.split(',').map(loaded);

const [first] = sites;
if (!first) throw new Error('BUILD_NICHES names no niche.');
/** A live binding: the middleware sets it before each page, so a page reads it while it is made and never keeps it. */
export let site: Site = first;

/** Sets the current site by its niche's folder, and drops the previous one, since the texts of all sites take much memory. */
export function setCurrentSite(folder: string): void {
  if (site.folder !== folder) site = loaded(folder);
}
