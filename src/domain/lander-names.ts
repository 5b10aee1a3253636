// Landers by their names, as figures count who began on them.
import { landers } from './landers.ts';

const nameIn = (path: string): string => path.split('/')[2] ?? '';
const NAMES: ReadonlySet<string> = new Set(landers.map(({ path }) => nameIn(path)));

/** In the address of the page after a lander's own step, which names it. */
export const LANDER = 'lander';

/** Null for anything that is no lander's name. */
export const landerNamed = (name: string | null): string | null => (name !== null && NAMES.has(name) ? name : null);

/** The lander at an address, with or without language and campaign; null for another page. */
export const landerAt = (pathname: string): string | null =>
  landerNamed(/^(?:\/[\w-]+)?\/landers\/(\w+)(?:\/|$)/.exec(pathname)?.[1] ?? null);
