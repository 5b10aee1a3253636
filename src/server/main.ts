// Starts and stops the backend: sites, database, jobs, the HTTP server.
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as setTimeoutAsync } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { getRequestListener } from '@hono/node-server';
import type { Logger } from 'pino';
import { loadSites, type Site } from '#site/load';
import { SiteError } from '#site/parse-file';
import { refusalAnswer, toResponse } from './http/responses.ts';
import { createApp, type App, type AppParts } from './app.ts';
import { type Config, ConfigError, readConfig } from './config/index.ts';
import { readDatabaseCapabilities } from './db/capabilities.ts';
import { migrate, openDatabase, type OpenDatabase } from './db/index.ts';
import { describeError } from './db/errors.ts';
import { openHttpServer } from './http/node-server.ts';
import { loadPlaces } from './geo/places.ts';
import { type Jobs, openJobs } from './jobs.ts';
import { openLog } from './log.ts';
import { JOBS_GIVEN_UP, LIVE_CONNECTIONS, listenForMetrics, openMetrics } from './metrics.ts';
import { checkDemoMembers } from './config/demo-members.ts';
import { checkBrands, checkDatabase, checkProduction } from './config/production.ts';
import { servedNiches } from './config/served-niches.ts';
import { Refusal } from './http/refusal.ts';
import { noProvider } from './payments/provider.ts';
import { sitePages } from './static/site-pages.ts';
import { explainStartError } from './config/start-errors.ts';

export interface ServeParts {
  readonly sites: readonly Site[];
  readonly database: OpenDatabase;
  readonly config: Config;
  readonly log: Logger;
}
export interface ServeOptions {
  /** The project's folder with niches/ and locales/. */
  readonly root: string;
  /** Creates the handlers of pages, files and form pages. */
  readonly pages?: (
    parts: ServeParts,
  ) =>
    | Pick<AppParts, 'fallback' | 'formPage' | 'consolePages'>
    | Promise<Pick<AppParts, 'fallback' | 'formPage' | 'consolePages'>>;
  /** Runs after migrations and before the first request, e.g. to seed an empty database. */
  readonly prepare?: (parts: ServeParts) => Promise<void>;
  readonly log?: Logger;
  /** Other work of the program, which ends by the same signals: the program waits for its end too. */
  readonly beside?: Promise<void>;
}
export interface Running {
  readonly port: number;
  readonly app: App;
  /** Stops accepting requests, closes live connections and finishes running requests, within about 10 s. */
  close(): Promise<void>;
}

const PROJECT = fileURLToPath(new URL('../..', import.meta.url));

/** Maximum wait for running requests, in milliseconds. */
const SHUTDOWN_TIMEOUT_MS = 8000;

/**
 * Serves until `close`. Throws before listening when the start fails; `explainStartError` turns the error into one
 * line.
 */
export async function serve(config: Config, options: ServeOptions): Promise<Running> {
  const log = options.log ?? openLog(config.logLevel);
  const allSites = loadSites(options.root);
  const sites = selectSites(config, allSites);
  throwIfAny([...checkProduction(config), ...checkBrands(config, sites)]);
  const database = await openDatabase(config.database, (error) =>
    log.warn({ error: describeError(error) }, 'database connection lost'),
  );
  let jobs: Jobs | null = null;
  let app: App | null = null;
  let measured: Server | null = null;
  try {
    const check = async (): Promise<void> =>
      throwIfAny(checkDatabase(config, await readDatabaseCapabilities(database.kysely)));
    // Before, since migrations would secure the tables of a restore that was cut off; after, since a new database has none.
    await check();
    await migrate(database, config.database, { onWait: (sentence) => log.warn(sentence) });
    await check();
    throwIfAny(await checkDemoMembers(config, sites, database));
    const parts = { sites, database, config, log };
    await options.prepare?.(parts);
    const places = await loadPlaces([...new Set(sites.flatMap((site) => site.siteSettings.countries))]);
    jobs = await openJobs(parts);
    const metrics = config.metricsPort === null ? null : openMetrics();
    app = await createApp({
      ...parts,
      ...(metrics ? { metrics } : {}),
      allSites,
      places,
      queue: jobs.queue,
      ...(await options.pages?.(parts)),
    });
    await jobs.work(app.services, sites);
    const { hub } = app.services;
    metrics?.watch(LIVE_CONNECTIONS, 'Open live connections', () => hub.size);
    metrics?.watchJobs(JOBS_GIVEN_UP, 'Jobs that failed at their last try and can run again, by kind', jobs.givenUp);
    measured = metrics && (await listenForMetrics(metrics, config, config.metricsPort ?? 0));
    const server = await listen(app, config);
    const { port } = server.address() as AddressInfo;
    if (app.services.provider === noProvider) log.warn('no payment provider: nothing can be bought');
    log.info({ port, host: config.host, niche: sites.map((site) => site.folder) }, 'listening');
    const runningParts = { server, measured, app, jobs, database, drainMs: config.drainSeconds * 1000 };
    return { port, app, close: once(() => shutDown(runningParts)) };
  } catch (error) {
    measured?.close();
    await jobs?.stop().catch(() => undefined);
    await app?.close().catch(() => undefined);
    await database.close();
    throw error;
  }
}

function throwIfAny(sentences: readonly string[]): void {
  if (sentences.length > 0) throw new ConfigError(sentences.join('\n'));
}

/** Throws a sentence about a niche that is not there. */
export function selectSites(config: Config, sites: readonly Site[]): readonly Site[] {
  const served = servedNiches(
    config,
    sites.map(({ folder }) => folder),
  );
  return sites.filter(({ folder }) => served.includes(folder));
}

function listen(app: App, config: Config): Promise<Server> {
  const errorHandler = (): Response => {
    const requestId = crypto.randomUUID();
    return toResponse(refusalAnswer(new Refusal('malformed'), requestId), requestId, []);
  };
  // The server handles unread bodies itself.
  const server = openHttpServer(getRequestListener(app.fetch, { errorHandler, autoCleanupIncoming: false }));
  return new Promise((resolve, reject) => {
    server.once('error', (error) => reject(isForeignAddress(error) ? new ConfigError(hostError(config.host)) : error));
    server.listen(config.port, config.host, () => resolve(server));
  });
}

const isForeignAddress = (error: Error): boolean =>
  'code' in error && ['EADDRNOTAVAIL', 'ENOTFOUND', 'EAI_AGAIN'].includes(String(error.code));
const hostError = (host: string): string =>
  `HOST ${host} is no address of this machine: set one that is, or leave it out.`;

interface RunningParts {
  readonly server: Server;
  readonly measured: Server | null;
  readonly app: App;
  readonly jobs: Jobs;
  readonly database: OpenDatabase;
  readonly drainMs: number;
}

async function shutDown({ server, measured, app, jobs, database, drainMs }: RunningParts): Promise<void> {
  app.drain();
  if (drainMs > 0) await setTimeoutAsync(drainMs);
  measured?.close();
  measured?.closeAllConnections();
  const closed = new Promise<void>((resolve) => server.close(() => resolve()));
  await withTimeout(1000, app.close());
  server.closeIdleConnections();
  const closeTimer = setTimeout(() => server.closeAllConnections(), SHUTDOWN_TIMEOUT_MS);
  await withTimeout(SHUTDOWN_TIMEOUT_MS + 500, Promise.all([closed, jobs.stop()]));
  clearTimeout(closeTimer);
  await withTimeout(1000, database.close());
}

/** Waits for `work` for at most `ms` milliseconds, so that a hung database cannot block the shutdown. */
async function withTimeout(ms: number, work: Promise<unknown>): Promise<void> {
  const timeout = Promise.withResolvers<void>();
  const timer = setTimeout(timeout.resolve, ms);
  await Promise.race([work.catch(() => undefined), timeout.promise]);
  clearTimeout(timer);
}

function once(work: () => Promise<void>): () => Promise<void> {
  let result: Promise<void> | null = null;
  return () => (result ??= work());
}

/**
 * Runs the server as a program: reads the environment, serves, stops on SIGTERM and SIGINT. A failed start prints one
 * line.
 */
export async function runServer(options: ServeOptions): Promise<Running | null> {
  try {
    const running = await serve(readConfig(), options);
    for (const signal of ['SIGTERM', 'SIGINT'] as const)
      process.once(
        signal,
        () => void Promise.allSettled([running.close(), options.beside]).then(() => process.exit(0)),
      );
    // Log rotation sends it, and would end the process. The log goes to standard output, so nothing has to be reopened.
    process.on('SIGHUP', () => undefined);
    return running;
  } catch (error) {
    const isExpected = error instanceof ConfigError || error instanceof SiteError;
    process.stderr.write(`${explainStartError(error)}\n`);
    process.exitCode = isExpected ? 2 : 1;
    return null;
  }
}

if (import.meta.main) await runServer({ root: PROJECT, pages: sitePages({ root: PROJECT }) });
