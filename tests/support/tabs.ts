// Open tabs for the api tests: the events that an account receives, with and without the real stream.
import { createServer, request, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { getRequestListener } from '@hono/node-server';
import { afterAll, beforeAll } from 'vitest';
import { LiveEvent } from '#contract/events';
import type { App } from '#server/app';
import { siteAt, type TestServer } from './server.ts';

/**
 * Waits until it holds, else throws; time in which this process is suspended does not count. The default is shorter
 * than the sweep, which finds unpublished events every 15 s too.
 */
export async function until(holds: () => boolean, ms = 8000): Promise<void> {
  for (let waited = 0; !holds(); waited += 20) {
    if (waited >= ms) throw new Error(`After ${ms} ms this does not hold: ${holds.toString()}`);
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}

/** Everything published to an account from now on, as this process receives it; with `session` (hex), also what only its tabs get. */
export function hear(server: TestServer, account: string, session = ''): { events: LiveEvent[]; stop: () => void } {
  const events: LiveEvent[] = [];
  const deliver = ({ body }: { body: LiveEvent }): void => void events.push(body);
  const stop = server.app.services.hub.subscribe({
    tenant: siteAt(0).id,
    account,
    session,
    address: '',
    deliver,
    end: () => undefined,
  });
  return { events, stop };
}

/** The same, until the server ends. */
export const recordEvents = (...where: Parameters<typeof hear>): LiveEvent[] => hear(...where).events;

export async function listen(fetch: App['fetch']): Promise<Server> {
  const server = createServer(getRequestListener(fetch, { overrideGlobalObjects: false })).listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  return server;
}

/** A server over a real socket while the tests of one engine run. */
export function overHttp(server: () => TestServer): () => Server {
  let http: Server;
  beforeAll(async () => void (http = await listen(server().app.fetch)));
  afterAll(() => {
    http.closeAllConnections();
    http.close();
  });
  return () => http;
}

export interface Stream {
  readonly status: number;
  readonly headers: Headers;
  /** The events so far. */
  readonly text: () => string;
  readonly lastId: () => string;
  readonly ended: Promise<void>;
  close(): void;
}

/** The live connection of a tab, as soon as it is answered. */
export function openConnection(
  http: Server,
  { cookie }: { readonly cookie: string },
  headers: Readonly<Record<string, string>> = {},
): Promise<Stream> {
  const stop = new AbortController();
  const { port } = http.address() as AddressInfo;
  const options = { host: '127.0.0.1', port, path: '/api/events.php', signal: stop.signal };
  return new Promise((resolve, reject) => {
    const asked = request({ ...options, headers: { host: `${siteAt(0).folder}.localhost`, cookie, ...headers } });
    asked.on('response', (answer) => {
      let text = '';
      answer.on('data', (chunk) => (text += String(chunk)));
      answer.on('error', () => undefined);
      resolve({
        status: answer.statusCode ?? 0,
        headers: new Headers(answer.headers as Record<string, string>),
        text: () => text,
        lastId: () => [...wholeEvents(text).matchAll(/^id: (\d+)$/gm)].at(-1)?.[1] ?? '',
        ended: new Promise((done) => answer.once('close', done)),
        close: () => stop.abort(),
      });
    });
    asked.on('error', (error) => (stop.signal.aborted ? undefined : reject(error)));
    asked.end();
  });
}

/** Without one that was cut off, which browsers drop as well. */
const wholeEvents = (text: string): string => text.slice(0, text.lastIndexOf('\n\n') + 2);

/** The events of a stream so far. */
export const eventsIn = ({ text }: Stream): LiveEvent[] =>
  [...wholeEvents(text()).matchAll(/^data: (\{.*)$/gm)].map(([, data]) => LiveEvent.parse(JSON.parse(data ?? '')));

/** The same, once its first event has arrived. */
export async function openTab(...where: Parameters<typeof openConnection>): Promise<Stream> {
  const stream = await openConnection(...where);
  await until(() => stream.text().includes('\n\n'));
  return stream;
}
