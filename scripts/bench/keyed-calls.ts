// Measures whether half a million stored idempotency keys slow down a call that carries one.
import { sql } from 'kysely';
import { migrate, openDatabase, type OpenDatabase } from '#server/db/index';
import type { BenchDatabase } from './database.ts';
import { type Figure, percentile } from './figure.ts';
import { answersPerSecond, requestText } from './load.ts';
import { addBenchMembers, BENCH_MEMBERS, memberCookie, memberId } from './members.ts';
import { callHeaders, type MeasuredServer, startServer } from './server-process.ts';

export const STORED_KEYS = 500_000;
const AT_ONCE = 20_000;
const CLIENTS = 8;
const ROUNDS = 21;
/** Warm-up rounds: sessions are cached and statements are planned in them. */
const WARM_UP = 2;
const ROUND_MS = 600;

/** Stores the keys of three days, most of them of the members of the benchmark. */
export async function addKeys(database: OpenDatabase, tenant: number): Promise<void> {
  const callers = Array.from({ length: BENCH_MEMBERS }, (_, at) => memberId(at));
  // In parts, because of the statement timeout.
  for (let stored = 0; stored < STORED_KEYS; stored += AT_ONCE)
    await sql`insert into idempotency (tenant, caller, route, key, day, body_hash, status, body)
      select ${tenant}, (${callers}::uuid[])[1 + n % ${BENCH_MEMBERS}::int], (array['POST /api/message.php', 'PUT /api/user.php'])[1 + n % 2],
        gen_random_uuid(), current_date - n % 3, '\\x01', 200, null
      from generate_series(1, ${AT_ONCE}::int) n`.execute(database.kysely);
  await sql`analyze idempotency`.execute(database.kysely);
}

/** Two databases, one with the keys and one without, each with a server of its own; they alternate. */
export async function measureKeyedCalls(tenant: number, { config }: BenchDatabase): Promise<Figure[]> {
  if (config.kind !== 'postgres') return [];
  const admin = await openDatabase(config);
  const names = ['full', 'empty'].map((name) => `bench_${name}_${crypto.randomUUID().slice(0, 8)}`);
  const servers: MeasuredServer[] = [];
  try {
    for (const name of names) {
      await sql`create database ${sql.id(name)}`.execute(admin.kysely);
      const own = { ...config, url: Object.assign(new URL(config.url), { pathname: `/${name}` }).href };
      const database = await openDatabase(own);
      await migrate(database, own);
      await addBenchMembers(database, tenant);
      if (name === names[0]) await addKeys(database, tenant);
      await database.close();
      servers.push(await startServer({ kind: 'mount', database: own }));
    }
    return [figureOf(await ratios(servers))];
  } finally {
    for (const server of servers) await server.stop();
    for (const name of names) await sql`drop database if exists ${sql.id(name)} with (force)`.execute(admin.kysely);
    await admin.close();
  }
}

/** The duration of a call with the keys as a multiple of that without, by rounds. */
async function ratios(servers: readonly MeasuredServer[]): Promise<number[]> {
  const found: number[] = [];
  for (let round = -WARM_UP; round < ROUNDS; round += 1) {
    const rates: number[] = [];
    for (const { port } of servers)
      rates.push(await answersPerSecond({ port, requests: nextRequest, connections: CLIENTS, ms: ROUND_MS }));
    const [full = Number.NaN, empty = Number.NaN] = rates;
    if (round >= 0) found.push(empty / full);
  }
  return found;
}

/** The cheapest call that carries a key, each time by another member and under a new key. */
function nextRequest(turn: number): Buffer {
  const member = turn % BENCH_MEMBERS;
  const headers = { ...callHeaders(member, memberCookie(member)), 'idempotency-key': crypto.randomUUID() };
  return requestText('/api/user.php', headers, { method: 'PUT', json: { language: 'en' } });
}

const figureOf = (found: readonly number[]): Figure => ({
  what: `time of a call with a key, ${STORED_KEYS.toLocaleString('en')} stored`,
  value: percentile(found, 0.5),
  unit: '×',
  budget: { atMost: 1.2 },
  beside: `the same with none stored; half of the rounds from ${percentile(found, 0.25).toFixed(2)} to ${percentile(found, 0.75).toFixed(2)}`,
});
