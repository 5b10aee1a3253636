// Runs one measured server in a process of its own: bare node:http, bare Hono with one read, or the whole backend.
import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { getRequestListener } from '@hono/node-server';
import { Hono } from 'hono';
import pg from 'pg';
import { loadSites, type Site } from '#site/load';
import { type AppParts, createApp } from '#server/app';
import { readConfig } from '#server/config/index';
import { migrate, openDatabase, type OpenDatabase } from '#server/db/index';
import { loadPlaces } from '#server/geo/places';
import { openJobs } from '#server/jobs';
import { openLog } from '#server/log';
import { addBenchMembers, giveMembersPasswords } from './members.ts';
import {
  BENCH_ORIGIN,
  type ServerKind,
  type ServerOrder,
  type ServerQuestion,
  type ServerWord,
} from './server-process.ts';

const all = loadSites(process.cwd());
const sites = all.slice(0, 1);
const [site] = sites;
if (!site) throw new Error('There is no niche to measure.');

/** The minimum: the same bytes as the call without database, from a plain listener. */
function bareHttp(): RequestListener {
  const body = JSON.stringify({ interests: site?.siteSettings.interests });
  return (_, response) => {
    response.writeHead(200, { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) });
    response.end(body);
  };
}

/** The minimal live connection: a head, a first line, a heartbeat. */
function bareStream(): RequestListener {
  return (_, response) => {
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    response.write('retry: 3000\n\nid: 0\n\n');
    const heart = setInterval(() => response.write(': \n\n'), 25_000).unref();
    response.on('close', () => clearInterval(heart));
  };
}

/** The row that user.php answers, by its key, as a named statement; no tenant, no session. */
const READ = `select a.id, a.status, a.credits, a.paid_user, a.language, a.signup_at, a.notifications_disabled,
  p.name, p.country, p.region, p.gender, p.sexuality, p.birth_date, p.status as profile_status, f.token, f.status as photo_status
  from account a join profile p on p.tenant = a.tenant and p.id = a.id
  left join photo f on f.tenant = p.tenant and f.id = p.main_photo where a.tenant = $1 and a.id = $2`;

async function bareHono({ database }: ServerOrder): Promise<RequestListener> {
  const app = new Hono();
  const read = await reader(database);
  app.get('/user/:id', async (c) => c.json({ user: await read([site?.id, c.req.param('id')]) }));
  return getRequestListener(app.fetch);
}

async function reader(database: ServerOrder['database']): Promise<(values: unknown[]) => Promise<unknown>> {
  if (database.kind === 'postgres') {
    const pool = new pg.Pool({ connectionString: database.url, max: 10 });
    return async (values) => (await pool.query({ name: 'read', text: READ, values })).rows[0];
  }
  const { boss } = await openFilled({ kind: 'bare-hono', database });
  return async (values) => (await boss.executeSql(READ, values)).rows[0];
}

async function openFilled({ database }: ServerOrder): ReturnType<typeof openDatabase> {
  const open = await openDatabase(database);
  await migrate(open, database);
  await addBenchMembers(open, site?.id ?? 0);
  return open;
}

const mount = async (order: ServerOrder): Promise<RequestListener> => backend(await openFilled(order), sites);

/** The backend of a brand that tells no one of its accounts, whose members have a password. It queues jobs, and does not run them. */
async function neutral(order: ServerOrder): Promise<RequestListener> {
  const database = await openFilled(order);
  await giveMembersPasswords(database, site?.id ?? 0);
  const { queue } = await openJobs({ database, log: openLog('fatal') });
  const account_disclosure = 'neutral' as const;
  const served = sites.map((each) => ({ ...each, siteSettings: { ...each.siteSettings, account_disclosure } }));
  return backend(database, served, { queue });
}

/** All brands, with the console of their staff on the same host. */
const desk = async (order: ServerOrder): Promise<RequestListener> => backend(await openFilled(order), all);

/** As in production: limits, log, no schema checks of answers. A proxy's header tells the callers apart. */
async function backend(
  database: OpenDatabase,
  served: readonly Site[],
  parts: Pick<AppParts, 'queue'> = {},
): Promise<RequestListener> {
  const staff = { STAFF_HOST: new URL(BENCH_ORIGIN).host };
  const config = readConfig({ NODE_ENV: 'production', PUBLIC_ORIGIN: BENCH_ORIGIN, TRUST_PROXY: '1', ...staff });
  const places = await loadPlaces(site?.siteSettings.countries ?? []);
  const app = await createApp({ sites: served, config, database, places, ...parts });
  return getRequestListener(app.fetch);
}

const LISTENERS: Readonly<Record<ServerKind, (order: ServerOrder) => RequestListener | Promise<RequestListener>>> = {
  'node-http': bareHttp,
  'bare-stream': bareStream,
  'bare-hono': bareHono,
  mount,
  neutral,
  desk,
};

function listen(listener: RequestListener): Promise<Server> {
  const server = createServer(listener);
  return new Promise((resolve) => server.listen(0, '127.0.0.1', () => resolve(server)));
}

const tell = (word: ServerWord): void => void process.send?.(word);

async function answer(question: ServerQuestion): Promise<void> {
  if (question === 'rss') {
    // Twice: objects released by finalizers of the first collection are freed by the second.
    for (const flavor of ['last-resort', 'last-resort'] as const) {
      await globalThis.gc?.({ type: 'major', execution: 'async', flavor });
      await new Promise((resolve) => setTimeout(resolve, 200));
    }
    return tell({ figure: process.memoryUsage.rss() });
  }
  const { user, system } = process.cpuUsage();
  tell({ figure: (user + system) / 1000 });
}

process.on('disconnect', () => process.exit());
process.once('message', (order: ServerOrder) => {
  void (async () => {
    const server = await listen(await LISTENERS[order.kind](order));
    tell({ port: (server.address() as AddressInfo).port });
  })().catch((error: unknown) => tell({ failed: error instanceof Error ? (error.stack ?? error.message) : 'failed' }));
  process.on('message', (question: ServerQuestion) => void answer(question));
});
