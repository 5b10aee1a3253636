// The site being built, for layouts and pages; which one is decided by NICHE in astro.config.mjs.
import { loadSite } from './load.ts';

export const site = loadSite(process.cwd(), import.meta.env.NICHE);
