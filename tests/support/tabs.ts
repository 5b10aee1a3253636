// Open tabs for the api tests: what the live connection told an account, with and without the real stream.
import { createServer, request, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { getRequestListener } from '@hono/node-server';
import type { LiveEvent } from '#contract/events';
import type { App } from '#server/app';
import { siteAt, type TestServer } from './server.ts';

export const until = async (holds: () => boolean, ms = 3000): Promise<boolean> => {
  for (let waited = 0; waited < ms && !holds(); waited += 20) await new Promise((resolve) => setTimeout(resolve, 20));
  return holds();
};

/** Everything published to an account from now on, as this process hears it. */
export function hearing(server: TestServer, account: string): LiveEvent[] {
  const heard: LiveEvent[] = [];
  const deliver = ({ body }: { body: LiveEvent }): void => void heard.push(body);
  server.app.services.hub.subscribe({ tenant: siteAt(0).id, account, session: '', deliver, end: () => undefined });
  return heard;
}

export async function listen(fetch: App['fetch']): Promise<Server> {
  const server = createServer(getRequestListener(fetch, { overrideGlobalObjects: false })).listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  return server;
}

/** A stream over a real socket; `text()` is what came so far. */
export function openTab(
  http: Server,
  as: { readonly cookie: string },
  headers: Readonly<Record<string, string>> = {},
): Promise<{ text(): string; close(): void }> {
  const stop = new AbortController();
  const { port } = http.address() as AddressInfo;
  const options = { host: '127.0.0.1', port, path: '/api/events.php', signal: stop.signal };
  return new Promise((resolve, reject) => {
    const asked = request(
      { ...options, headers: { host: `${siteAt(0).folder}.localhost`, cookie: as.cookie, ...headers } },
      (answer) => {
        let text = '';
        answer.on('data', (chunk) => {
          text += String(chunk);
          if (text.includes('\n\n')) resolve({ text: () => text, close: () => stop.abort() });
        });
        answer.on('error', () => undefined);
      },
    );
    asked.on('error', (error) => (stop.signal.aborted ? undefined : reject(error)));
    asked.end();
  });
}
