// The address of the console as a page with its ids, and going to another one.
import { useSyncExternalStore } from 'react';
import { STAFF } from '#domain/staff';

export type Page = 'inbox' | 'members' | 'fictional' | 'words' | 'figures' | 'invitation';
export interface Route {
  readonly page: Page;
  /** A brand and what is looked at there. */
  readonly ids: readonly string[];
}

const PAGES: readonly Page[] = ['inbox', 'members', 'fictional', 'words', 'figures', 'invitation'];
const listeners = new Set<() => void>();

export const pathTo = (page: Page, ...ids: readonly string[]): string =>
  STAFF.path + [page, ...ids.map(encodeURIComponent)].join('/');

export function go(path: string): void {
  history.pushState(null, '', path);
  for (const listener of listeners) listener();
}

/** Unknown addresses lead to the inbox. */
export function routeOf(pathname: string): Route {
  const [name = '', ...ids] = pathname.slice(STAFF.path.length).split('/').filter(Boolean);
  const page = PAGES.find((each) => each === name) ?? 'inbox';
  return { page, ids: ids.map(decoded) };
}

/** An id that no console wrote is looked for as it stands, and not found. */
function decoded(id: string): string {
  try {
    return decodeURIComponent(id);
  } catch {
    return id;
  }
}

function listen(listener: () => void): () => void {
  listeners.add(listener);
  addEventListener('popstate', listener);
  addEventListener('hashchange', listener);
  return () => {
    listeners.delete(listener);
    removeEventListener('popstate', listener);
    removeEventListener('hashchange', listener);
  };
}

export const useRoute = (): Route => routeOf(useSyncExternalStore(listen, () => location.pathname));

/** What stands behind the #, such as the token of an invitation. */
export const useHash = (): string => useSyncExternalStore(listen, () => location.hash.slice(1));
