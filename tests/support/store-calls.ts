// Lets the browser's stores call a test server, like a page of the site.
import { pageFetch } from './page-fetch.ts';
import { siteAt, type TestServer } from './server.ts';

interface Traffic {
  /** Method and path of every call, in order; a test may empty it. */
  readonly calls: string[];
  /** Running calls. */
  readonly running: Set<Promise<unknown>>;
  /** Restores the network. */
  stop(): void;
}

/** Replaces the network by the server. `cookie` is the caller's session; `hold` may keep an answer from arriving. */
export function callFromStores(
  server: TestServer,
  cookie: () => string,
  hold: (path: string, method: string) => Promise<void> | null = () => null,
): Traffic {
  const plainFetch = globalThis.fetch;
  const ask = pageFetch(server, siteAt(0), cookie);
  const traffic: Traffic = { calls: [], running: new Set(), stop: () => void (globalThis.fetch = plainFetch) };
  globalThis.fetch = async (input, init) => {
    const path = String(input);
    const method = init?.method ?? 'GET';
    traffic.calls.push(`${method} ${path}`);
    const answering = ask(input, init);
    traffic.running.add(answering);
    const answer = await answering.finally(() => traffic.running.delete(answering));
    await hold(path, method);
    return answer;
  };
  return traffic;
}
