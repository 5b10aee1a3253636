// Caches the modules of Astro's islands: a repeated import() resolves asynchronously and would show an empty page meanwhile.

type Import = (address: string) => Promise<unknown>;

const modules = new Map<string, unknown>();
/** Islands wait for this before they render: earlier they would read the previous page and address. */
let ready: Promise<unknown> = Promise.resolve();

/** Patches Astro's islands to use the cache. Without the patched method they work uncached. */
export function cacheIslandModules(): void {
  const island = customElements.get('astro-island')?.prototype as { importWithRetry?: Import } | undefined;
  const load = island?.importWithRetry;
  if (!island || !load) return;
  island.importWithRetry = async function (this: unknown, address: string): Promise<unknown> {
    await ready;
    if (!modules.has(address)) modules.set(address, await load.call(this, address));
    return modules.get(address);
  };
}

/** Delays the islands of the next page. */
export function delayIslands(until: Promise<unknown>): void {
  ready = until;
}

const moduleUrls = (island: Element): string[] =>
  ['component-url', 'renderer-url'].map((name) => island.getAttribute(name) ?? '');

/** Whether an island can render before the page is painted. */
export const isLoaded = (island: Element): boolean => moduleUrls(island).every((address) => modules.has(address));

/** Preloads the modules of a page's islands. */
export async function loadIslands(page: ParentNode): Promise<void> {
  const islands = [...page.querySelectorAll('astro-island')];
  const missing = new Set(islands.flatMap(moduleUrls).filter((address) => !modules.has(address)));
  const load = async (address: string): Promise<unknown> =>
    modules.set(address, await import(/* @vite-ignore */ address));
  await Promise.allSettled([...missing].map(load));
}
