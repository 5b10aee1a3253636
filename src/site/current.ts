// The site of the page being rendered. An export renders several sites, one page at a time.
import { loadSite, type Site } from './load.ts';

const load = (folder: string): Site => loadSite(process.cwd(), folder);

/** All exported sites; a single one on the dev server. */
export const sites: readonly Site[] = import.meta.env.BUILD_NICHES.split(',').map(load);

const [first] = sites;
if (!first) throw new Error('BUILD_NICHES names no niche.');
/** A live binding: the middleware sets it before each page, so pages must read it during rendering and not store it. */
export let site: Site = first;

/** Drops the previous site: the texts of all sites would take too much memory. */
export function setCurrentSite(folder: string): void {
  if (site.folder !== folder) site = load(folder);
}
