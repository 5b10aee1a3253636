// Measures sending a message: the statement inside PostgreSQL beside tpcb-like, and through HTTP beside the statement
// from Node.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { sql } from 'kysely';
import { loadSites } from '#site/load';
import { migrate, openDatabase, type OpenDatabase } from '#server/db/index';
import { APP_ROLE } from '#server/db/migrations/index';
import { MAX_BATCH } from '#server/modules/chats/batch/send-batch';
import type { BenchDatabase } from './database.ts';
import type { Figure } from './figure.ts';
import { addKeys, measureKeyedCalls, STORED_KEYS } from './keyed-calls.ts';
import { answersPerSecond, requestText } from './load.ts';
import { addBenchMembers, BENCH_MEMBERS, memberCookie, memberId } from './members.ts';
import { addPairs, batchScript, batchValues } from './message-batch.ts';
import * as data from './message-data.ts';
import { CLIENTS, fillTpcb, LOAD, middle, pgbench, rate, ratio, type Round, ROUNDS, tpcbLike } from './pgbench.ts';
import { callHeaders, startServer } from './server-process.ts';

const HTTP_ROUNDS = 9;
/** Warm-up rounds: conversations begin, sessions are cached and statements are planned in them. */
const WARM_UP = 2;
const ROUND_MS = 1500;

export async function measureMessages(bench: BenchDatabase): Promise<Figure[]> {
  const { config } = bench;
  const tenant = loadSites(process.cwd())[0]?.id;
  if (tenant === undefined || config.kind !== 'postgres') {
    console.log('messages: left out, they are measured on PostgreSQL only');
    return [];
  }
  const database = await openDatabase(config);
  try {
    await migrate(database, config);
    await data.insertSenders(database, tenant);
    await addBenchMembers(database, tenant);
    await addChats(database, tenant);
    await addPairs(database);
    await addKeys(database, tenant);
    const inside = await insidePostgres(database, tenant, config.url);
    return [...inside, await throughHttp(database, tenant, config), ...(await measureKeyedCalls(tenant, bench))];
  } finally {
    await database.close();
  }
}

/**
 * What a server under load runs: full batches with everything that belongs to sending (session, key, block, events,
 * stored answer), and the bare statement of one message. A round of tpcb-like, five statements a transaction, follows
 * each.
 */
async function insidePostgres(database: OpenDatabase, tenant: number, url: string): Promise<Figure[]> {
  const folder = mkdtempSync(join(tmpdir(), 'matchloom-bench-'));
  const measure = async (name: string, text: string, values: readonly string[]): Promise<Round> => {
    const script = join(folder, `${name}.sql`);
    writeFileSync(script, text);
    const given = values.flatMap((value) => ['-D', value]);
    const rounds: Round[] = [];
    for (let round = 0; round < ROUNDS; round += 1) {
      const before = await data.countMessages(database, tenant);
      const options = `-c role=${APP_ROLE} -c app.tenant=${tenant}`;
      const { rate, done } = pgbench(url, ['-f', script, ...given, ...LOAD], options);
      const written = (await data.countMessages(database, tenant)) - before;
      if (written < done) throw new Error(`pgbench ran ${done} statements, but only ${written} messages are there.`);
      rounds.push({ ours: (written / done) * rate, theirs: tpcbLike(url) });
    }
    return middle(rounds);
  };
  const beside = ({ ours, theirs }: Round): string =>
    `${rate(ours)} messages/s beside ${rate(theirs)}/s of pgbench tpcb-like`;
  try {
    fillTpcb(url);
    const together = await measure('together', batchScript(), batchValues(tenant));
    const alone = await measure('alone', data.pgbenchScript(), data.pgbenchValues(tenant));
    return [
      {
        what: `messages sent in PostgreSQL, ${CLIENTS} clients, ${MAX_BATCH} in a statement, ${STORED_KEYS.toLocaleString('en')} keys`,
        value: ratio(together),
        unit: '×',
        budget: { atLeast: 2 },
        beside: `${beside(together)}; ${rate(alone.ours)}/s alone`,
      },
      {
        what: `message, debit and ledger on their own, ${CLIENTS} clients`,
        value: ratio(alone),
        unit: '×',
        // First messages and other special cases take this path; most messages do not.
        budget: { atLeast: 1 },
        beside: beside(alone),
      },
    ];
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/**
 * A conversation of each member of the benchmark with the next one, begun by one message, and the credits to write in
 * it.
 */
async function addChats(database: OpenDatabase, tenant: number): Promise<void> {
  const pairs = Array.from({ length: BENCH_MEMBERS }, (_, at) => {
    const [one = '', two = ''] = [memberId(at), memberId((at + 1) % BENCH_MEMBERS)].sort();
    return { id: crypto.randomUUID(), one, two, starter: memberId(at) };
  });
  await database.inTenant(tenant, async (db) => {
    await sql`with begun as (
        insert into conversation (tenant, id, one, two, starter, created_at, last_at, last_seq)
        select ${tenant}, id, one, two, starter, now(), now(), 1
        from json_to_recordset(${JSON.stringify(pairs)}::json) as given(id uuid, one uuid, two uuid, starter uuid)
        on conflict do nothing returning tenant, id, starter
      ) insert into message (tenant, conversation, seq, sender, client_id, text, at, cost)
        select tenant, id, 1, starter, gen_random_uuid(), ${data.TEXT}, now(), 1 from begun`.execute(db);
    const ids = pairs.map(({ starter }) => starter);
    await db.updateTable('account').set({ credits: 1_000_000 }).where('id', 'in', ids).execute();
  });
}

async function throughHttp(database: OpenDatabase, tenant: number, config: BenchDatabase['config']): Promise<Figure> {
  const server = await startServer({ kind: 'mount', database: config });
  const node = await statementFromNode(tenant, config);
  try {
    const rounds: Round[] = [];
    const requests = senderRequests();
    for (let round = -WARM_UP; round < HTTP_ROUNDS; round += 1) {
      const before = [await data.countMessages(database, tenant), await server.ask('cpuMs')] as const;
      const answers = await answersPerSecond({
        port: server.port,
        requests,
        connections: CLIENTS,
        ms: ROUND_MS,
      });
      const written = (await data.countMessages(database, tenant)) - before[0];
      if (written < (answers * ROUND_MS) / 1100) throw new Error('Not every answered message is there.');
      const busy = ((await server.ask('cpuMs')) - before[1]) / ROUND_MS;
      const theirs = await node.perSecond(ROUND_MS);
      if (round >= 0) rounds.push({ ours: answers, theirs, busy });
    }
    const { ours, theirs, busy = 0 } = middle(rounds);
    return {
      what: `message sent through HTTP, ${CLIENTS} at once`,
      value: ours / theirs,
      unit: '×',
      budget: { atLeast: 0.35 },
      beside: `${rate(ours)}/s beside ${rate(theirs)}/s of the statement of one from Node; server ${Math.round(busy * 100)} % busy`,
    };
  } finally {
    await node.close();
    await server.stop();
  }
}

/** Makes the next message of a member to the next member. No two concurrent messages share a member. */
function senderRequests(): (turn: number) => Buffer {
  const senders = Array.from({ length: BENCH_MEMBERS }, (_, at) => ({
    headers: callHeaders(at, memberCookie(at)),
    profile: memberId((at + 1) % BENCH_MEMBERS),
  }));
  return (turn) => {
    const { headers, profile } = senders[(turn * 2) % BENCH_MEMBERS] ?? { headers: {}, profile: '' };
    const body = { profile, text: data.TEXT, client_id: crypto.randomUUID() };
    const keyed = { ...headers, 'idempotency-key': crypto.randomUUID() };
    return requestText('/api/message.php', keyed, { method: 'POST', json: body });
  };
}

interface Driver {
  perSecond(ms: number): Promise<number>;
  close(): Promise<void>;
}

/** The named statement alone, as the app's role: no session, keys, events or transaction around it. */
async function statementFromNode(tenant: number, config: BenchDatabase['config']): Promise<Driver> {
  if (config.kind !== 'postgres') throw new Error('The statement is driven on PostgreSQL only.');
  const options = `-c role=${APP_ROLE} -c app.tenant=${tenant}`;
  const pool = new pg.Pool({ connectionString: config.url, max: CLIENTS, options });
  const { text, marks } = data.sendText();
  let turn = 0;
  const sendOne = async (): Promise<void> => {
    turn += 1;
    const values: Readonly<Record<(typeof marks)[number], unknown>> = {
      ':tenant': tenant,
      ':conversation': data.conversationOf(turn),
      ':sender': data.senderOf(turn),
      ':client_id': crypto.randomUUID(),
      ':text': data.TEXT,
      ':at': new Date(),
      ':cost': 1,
    };
    const { rowCount } = await pool.query({ name: 'send', text, values: marks.map((mark) => values[mark]) });
    if (rowCount !== 1) throw new Error('The statement sent nothing.');
  };
  return {
    perSecond: async (ms) => {
      const started = performance.now();
      let sent = 0;
      const lane = async (): Promise<void> => {
        for (; performance.now() - started < ms; sent += 1) await sendOne();
      };
      await Promise.all(Array.from({ length: CLIENTS }, lane));
      return (sent / (performance.now() - started)) * 1000;
    },
    close: () => pool.end(),
  };
}
