// Remembers the modules of Astro's islands: the browser answers a second import() only some turns later, in which a page stands empty.

type Import = (address: string) => Promise<unknown>;

const modules = new Map<string, unknown>();
/** Until then nobody is drawn: what an island reads of its page and address is that of the page before. */
let isReady: Promise<unknown> = Promise.resolve();

/** Makes the islands take their modules from here; where Astro has no such method, they go on without. */
export function keepIslandModules(): void {
  const island = customElements.get('astro-island')?.prototype as { importWithRetry?: Import } | undefined;
  const load = island?.importWithRetry;
  if (!island || !load) return;
  island.importWithRetry = async function (this: unknown, address: string): Promise<unknown> {
    await isReady;
    if (!modules.has(address)) modules.set(address, await load.call(this, address));
    return modules.get(address);
  };
}

/** Lets the islands that come now wait for that. */
export function holdIslands(until: Promise<unknown>): void {
  isReady = until;
}

const addressesOf = (island: Element): string[] =>
  ['component-url', 'renderer-url'].map((name) => island.getAttribute(name) ?? '');

/** Whether an island of a page can be drawn before the page is seen. */
export const isLoaded = (island: Element): boolean => addressesOf(island).every((address) => modules.has(address));

/** Loads what the islands of a page need, so that they are there when it comes. */
export async function loadIslands(page: ParentNode): Promise<void> {
  const islands = [...page.querySelectorAll('astro-island')];
  const missing = new Set(islands.flatMap(addressesOf).filter((address) => !modules.has(address)));
  const load = async (address: string): Promise<unknown> =>
    modules.set(address, await import(/* @vite-ignore */ address));
  await Promise.allSettled([...missing].map(load));
}
