// One row of the table of pages (routes.ts), and how one is written.

/** `public` pages have no framework JavaScript. A link between the worlds is a full page load (ARCHITECTURE.md). */
type World = 'public' | 'members';
/** The frame of a page (requirement SI8), implemented in src/layouts. */
type Layout = 'default' | 'chat' | 'lander' | 'empty';

/**
 * One row of the requirements. `path` uses `:id` for a parameter and `:slug?` for an optional one. Only routes with a `screen`
 * are exported, linked and in the sitemap. `listed` pages are indexed; all others carry noindex.
 */
export interface Route {
  readonly name: string;
  readonly path: string;
  readonly world: World;
  readonly layout: Layout;
  readonly screen?: true;
  readonly listed?: true;
}

export const publicPage = (name: string, path: string, extra: Partial<Route> = {}): Route => ({
  name,
  path,
  world: 'public',
  layout: 'default',
  ...extra,
});
export const memberPage = (name: string, path: string, extra: Partial<Route> = {}): Route => ({
  name,
  path,
  world: 'members',
  layout: 'default',
  ...extra,
});
/** A lander that presents one member. */
export const memberLander = (name: string, path: string): Route =>
  publicPage(name, path, { layout: 'lander', screen: true });
