// Lets stores under test call a server in memory like a page of one site: same origin, with a chosen session.
import type { HttpBindings } from '@hono/node-server';
import type { Site } from '#site/load';
import type { TestServer } from './server.ts';

const HEADERS = { 'sec-fetch-site': 'same-origin', 'sec-fetch-mode': 'cors', 'sec-fetch-dest': 'empty' };

/** Replaces the page's `fetch`; `cookie` is read at every call. */
export function pageFetch(
  server: TestServer,
  site: Site,
  cookie: () => string,
): (input: unknown, init?: RequestInit) => Promise<Response> {
  const incoming = { socket: { remoteAddress: '192.0.2.9' } } as unknown as HttpBindings['incoming'];
  return async (input, init) => {
    const headers = new Headers(init?.headers);
    for (const [name, value] of Object.entries({ ...HEADERS, cookie: cookie() })) if (value) headers.set(name, value);
    return server.app.fetch(new Request(`http://${site.folder}.localhost${String(input)}`, { ...init, headers }), {
      incoming,
    });
  };
}
