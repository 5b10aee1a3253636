// A whole backend in memory for the api tests: the same tests run on both database engines, each on a database of its
// own.
import { rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, onTestFinished } from 'vitest';
import type { HttpBindings } from '@hono/node-server';
import { loadSites, type Site } from '#site/load';
import { createApp, type App, type AppParts } from '#server/app';
import { readConfig, type Config } from '#server/config/index';
import type { DatabaseConfig } from '#server/db/config';
import { migrate, openDatabase, type OpenDatabase } from '#server/db/index';
import { isAroundMidnight } from '#server/http/idempotency';
import { loadPlaces } from '#server/geo/places';
import { openLog } from '#server/log';
import type { NudityGuard } from '#server/media/nudity-guard';
import type { Mail } from '#server/mail/index';
import type { Sms } from '#server/sms/index';
import { freshDatabase, memoryDatabase } from './databases.ts';
import { addMember, type MadeMember, type MemberDraft } from './members.ts';
import { type FakeProvider, fakeProvider } from './fake-provider.ts';
import { fakeQueue } from './fake-queue.ts';
import { isFull } from './samples.ts';

/** The number of tries of a reliability check: the full figure, or its sample. */
export const figure = (full: number, sample: number): number => (isFull ? full : sample);

export const sites: readonly Site[] = loadSites(process.cwd());
export const siteAt = (index: number): Site => {
  const site = sites[index];
  if (!site) throw new Error(`There is no site number ${index}.`);
  return site;
};

export interface CallOptions {
  readonly site?: Site;
  readonly method?: string;
  readonly query?: string;
  readonly json?: unknown;
  readonly body?: BodyInit;
  readonly as?: { readonly cookie: string } | null;
  /** Replaces or, with null, removes headers; by default a call comes from a page of the site and has a fresh key. */
  readonly headers?: Readonly<Record<string, string | null>>;
  readonly ip?: string;
  readonly host?: string;
}
export interface CallAnswer {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
  // Tests read answers of every shape; the contract's own schemas check them.
  readonly body: Record<string, unknown> & { error?: { code: string; [detail: string]: unknown } };
  readonly cookies: readonly string[];
}

export interface TestServer {
  readonly app: App;
  readonly database: OpenDatabase;
  readonly config: Config;
  readonly logged: string[];
  /** Receives the orders, unless the test has a provider of its own. */
  readonly provider: FakeProvider;
  /** Sent mails, oldest first. */
  readonly mails: readonly Mail[];
  /** Sent text messages, oldest first. */
  readonly texts: readonly Sms[];
  /** Runs the queued jobs. */
  runJobs(): Promise<void>;
  /** Stops the server's clock, which then moves only by `advance`. */
  holdClock(): void;
  /** Lets it go on. */
  releaseClock(): void;
  /** Advances the server's clock. */
  advance(seconds: number): void;
  now(): Date;
  call(path: string, options?: CallOptions): Promise<CallAnswer>;
  /** The same call to another app on this database. */
  callApp(app: App, path: string, options?: CallOptions): Promise<CallAnswer>;
  member(draft?: MemberDraft, site?: Site): Promise<MadeMember>;
}

/** Finds nothing, and loads no model. */
const NO_GUARD: NudityGuard = {
  warm: () => undefined,
  look: () => Promise.resolve('none'),
  close: () => undefined,
};

/** Starts a backend on a database; one in memory has its tables already. The caller closes it. */
export async function startTestServer(
  wanted: DatabaseConfig,
  parts: Partial<AppParts> = {},
  env: Record<string, string> = {},
): Promise<TestServer & { close(): Promise<void> }> {
  const database = wanted.kind === 'memory' ? await memoryDatabase() : wanted;
  // Made when the first photo is stored.
  const DATA_DIR = join(tmpdir(), `matchloom-data-${crypto.randomUUID()}`);
  const test = { NODE_ENV: 'test', LOG_LEVEL: 'info', RATE_LIMITS: '0', DATA_DIR };
  const config = { ...readConfig({ ...test, ...env }), database };
  const open = await openDatabase(database);
  await migrate(open, database);
  let shift = 0;
  let held: number | null = null;
  const now = (): Date => new Date((held ?? Date.now()) + shift);
  const logged: string[] = [];
  const log = openLog(config.logLevel, { write: (line) => void logged.push(line) });
  const places = await loadPlaces([...new Set(sites.flatMap((site) => site.siteSettings.countries))]);
  const post = fakeQueue();
  const { queue, mailer, sms } = post;
  const provider = fakeProvider();
  const app = await createApp({
    sites,
    database: open,
    config,
    places,
    now,
    log,
    queue,
    mailer,
    sms,
    provider,
    nudity: NO_GUARD,
    ...parts,
  });
  return {
    app,
    database: open,
    config,
    logged,
    provider,
    mails: post.mails,
    texts: post.texts,
    runJobs: () => post.runJobs(app.services),
    now,
    holdClock: () => void (held = Date.now()),
    releaseClock: () => void (held = null),
    advance: (seconds) => void (shift += seconds * 1000),
    call: async (path, options) => {
      const answer = await makeCall(app, path, options);
      if (answer.status === 500) console.error(logged.findLast((line) => line.includes('"failed"')));
      return answer;
    },
    callApp: makeCall,
    member: (draft, site = siteAt(0)) => addMember(open, site, now(), draft),
    close: async () => {
      await app.close();
      await open.close();
      rmSync(DATA_DIR, { recursive: true, force: true });
    },
  };
}

async function makeCall(app: App, path: string, options: CallOptions = {}): Promise<CallAnswer> {
  const { site = siteAt(0), as, ip = '192.0.2.1' } = options;
  const host = options.host ?? `${site.folder}.localhost`;
  const method = options.method ?? (options.json !== undefined || options.body !== undefined ? 'POST' : 'GET');
  const headers = new Headers({ 'sec-fetch-site': 'same-origin', 'sec-fetch-mode': 'cors', 'sec-fetch-dest': 'empty' });
  if (method !== 'GET') headers.set('idempotency-key', crypto.randomUUID());
  if (options.json !== undefined) headers.set('content-type', 'application/json');
  if (options.body instanceof Uint8Array) headers.set('content-length', String(options.body.byteLength));
  if (as) headers.set('cookie', as.cookie);
  for (const [name, value] of Object.entries(options.headers ?? {})) {
    if (value === null) headers.delete(name);
    else headers.set(name, value);
  }
  const body = options.body ?? (options.json === undefined ? undefined : JSON.stringify(options.json));
  const request = new Request(`http://${host}${path}${options.query ? `?${options.query}` : ''}`, {
    method,
    headers,
    ...(body === undefined ? {} : { body, duplex: 'half' }),
  });
  const incoming = { socket: { remoteAddress: ip } } as unknown as HttpBindings['incoming'];
  const response = await app.fetch(request, { incoming });
  const text = await response.text();
  return {
    status: response.status,
    headers: response.headers,
    text,
    body: text.startsWith('{') ? (JSON.parse(text) as CallAnswer['body']) : {},
    cookies: response.headers.getSetCookie(),
  };
}

/** Stops the clock until the test has ended, so that its counts fall into one hour and one day, however long it takes. */
export function withinOneHour(server: TestServer): void {
  server.holdClock();
  onTestFinished(() => server.releaseClock());
}

/** Ensures that messages are sent in batches, however long that takes: around midnight each is sent separately. */
export function awayFromMidnight(server: TestServer): void {
  server.holdClock();
  if (isAroundMidnight(server.now())) server.advance(180);
}

export const engines = ['pglite', 'postgres'] as const;
type Engine = (typeof engines)[number];
type Tests = (server: () => TestServer, engine: Engine) => void;

/** Only the full run takes PGlite everywhere: production runs on PostgreSQL, and every browser test on PGlite. */
export const usualEngines: readonly Engine[] = isFull ? engines : ['postgres'];

/**
 * A new database with all its tables, for tests that one engine is enough for: PostgreSQL, and PGlite in the full run,
 * which takes PostgreSQL at its other dates.
 */
export const usualDatabase = (): Promise<DatabaseConfig> => freshDatabase(isFull ? 'pglite' : 'postgres');

/** Runs the tests on PostgreSQL, in the full run also on PGlite; `server()` is the running backend inside a test. */
export const eachEngine = (
  name: string,
  tests: Tests,
  parts: Partial<AppParts> = {},
  env: Record<string, string> = {},
): void => onEngines(usualEngines, { name, tests, parts, env });

/**
 * Runs the tests on both engines in every run: for what an engine can change, such as migrations, partitions, locks,
 * row security, and one walk through all calls.
 */
export const onBothEngines = (name: string, tests: Tests, parts: Partial<AppParts> = {}): void =>
  onEngines(engines, { name, tests, parts, env: {} });

interface Suite {
  readonly name: string;
  readonly tests: Tests;
  readonly parts: Partial<AppParts>;
  readonly env: Record<string, string>;
}

function onEngines(chosen: readonly Engine[], { name, tests, parts, env }: Suite): void {
  describe.each(chosen)(`${name} on %s`, (engine) => {
    let running: (TestServer & { close(): Promise<void> }) | null = null;
    beforeAll(async () => {
      running = await startTestServer(await freshDatabase(engine), parts, env);
    });
    afterAll(async () => {
      await running?.close();
    });
    tests(() => {
      if (!running) throw new Error('The server is not running yet.');
      return running;
    }, engine);
  });
}
