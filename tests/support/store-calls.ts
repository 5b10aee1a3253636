// Lets the stores of the browser call a test server in memory, as a page of the site would.
import type { HttpBindings } from '@hono/node-server';
import type { TestServer } from './server.ts';
import { siteAt } from './server.ts';

interface Traffic {
  /** Method and path of every call, in their order; a test may empty it. */
  readonly calls: string[];
  /** Answers that the server still owes. */
  readonly running: Set<Promise<unknown>>;
  /** Gives the browser its own network back. */
  stop(): void;
}

/** Puts the server in the network's place. `cookie` says who calls; `hold` may keep an answer from arriving. */
export function callFromStores(
  server: TestServer,
  cookie: () => string,
  hold: (path: string, method: string) => Promise<void> | null = () => null,
): Traffic {
  const plainFetch = globalThis.fetch;
  const traffic: Traffic = { calls: [], running: new Set(), stop: () => void (globalThis.fetch = plainFetch) };
  globalThis.fetch = async (input, init) => {
    const path = String(input);
    const method = init?.method ?? 'GET';
    traffic.calls.push(`${method} ${path}`);
    const headers = new Headers(init?.headers);
    for (const [name, value] of Object.entries({ site: 'same-origin', mode: 'cors', dest: 'empty' }))
      headers.set(`sec-fetch-${name}`, value);
    headers.set('cookie', cookie());
    const request = new Request(`http://${siteAt(0).folder}.localhost${path}`, { ...init, headers });
    const incoming = { socket: { remoteAddress: '192.0.2.9' } } as unknown as HttpBindings['incoming'];
    const answering = Promise.resolve(server.app.fetch(request, { incoming }));
    traffic.running.add(answering);
    const answer = await answering.finally(() => traffic.running.delete(answering));
    await hold(path, method);
    return answer;
  };
  return traffic;
}
