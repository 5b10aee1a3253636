// Measures calls over HTTP: the backend beside bare servers, alternating, so that both meet the same load of the
// machine.
import { type Figure } from './figure.ts';
import type { BenchDatabase } from './database.ts';
import { answersPerSecond, requestText } from './load.ts';
import { BENCH_MEMBERS, memberCookie, memberId } from './members.ts';
import { callHeaders, startServer, type MeasuredServer, type ServerKind } from './server-process.ts';

const CONNECTIONS = 64;
const ROUNDS = 5;
const WARM_UP_MS = 1000;
const ROUND_MS = 1500;
/** Callers of the call without database: enough that none reaches the limit of calls a minute. */
const ADDRESSES = 4096;

interface Side {
  readonly kind: ServerKind;
  readonly requests: readonly Buffer[];
}
interface Comparison {
  readonly ours: number;
  readonly theirs: number;
  /** How busy each server was, from 0 to 1: below 0.9 the client was the limit, not the server. */
  readonly busy: readonly [number, number];
}

const range = <T>(count: number, make: (index: number) => T): T[] => Array.from({ length: count }, (_, at) => make(at));

export async function measureCalls(database: BenchDatabase): Promise<Figure[]> {
  const plain: Side = {
    kind: 'mount',
    requests: range(ADDRESSES, (at) => requestText('/api/interests.php', callHeaders(at))),
  };
  const session: Side = {
    kind: 'mount',
    requests: range(BENCH_MEMBERS, (at) => requestText('/api/user.php', callHeaders(at, memberCookie(at)))),
  };
  const http: Side = { kind: 'node-http', requests: plain.requests };
  const hono: Side = {
    kind: 'bare-hono',
    requests: range(BENCH_MEMBERS, (at) => requestText(`/user/${memberId(at)}`, callHeaders(at))),
  };
  return [
    figure('call without database (interests.php)', 0.55, 'bare node:http', await compare(database, plain, http)),
    figure('user.php with a session', 0.4, 'bare Hono with one named read', await compare(database, session, hono)),
  ];
}

function figure(what: string, least: number, reference: string, { ours, theirs, busy }: Comparison): Figure {
  const rate = (value: number): string => Math.round(value).toLocaleString('en');
  const percent = busy.map((each) => Math.round(each * 100));
  return {
    what,
    value: ours / theirs,
    unit: '×',
    budget: { atLeast: least },
    beside: `${rate(ours)}/s beside ${rate(theirs)}/s of ${reference}; servers ${percent.join(' % and ')} % busy`,
  };
}

/** The best of some rounds of each: other load on the machine can only slow a round down. */
async function compare(database: BenchDatabase, ours: Side, theirs: Side): Promise<Comparison> {
  const servers: MeasuredServer[] = [];
  try {
    for (const { kind } of [ours, theirs]) servers.push(await startServer({ kind, database: database.config }));
    const best: Round[] = [];
    for (let round = 0; round <= ROUNDS; round += 1) {
      for (const [at, side] of [ours, theirs].entries()) {
        const server = servers[at];
        if (!server) continue;
        const result = await measureRound(server, side, round === 0 ? WARM_UP_MS : ROUND_MS);
        if (round > 0 && result.rate > (best[at]?.rate ?? 0)) best[at] = result;
      }
    }
    const [mine, other] = best;
    if (!mine || !other) throw new Error('Nothing was measured.');
    return { ours: mine.rate, theirs: other.rate, busy: [mine.busy, other.busy] };
  } finally {
    await Promise.all(servers.map((server) => server.stop()));
  }
}

interface Round {
  readonly rate: number;
  readonly busy: number;
}

async function measureRound({ port, ask }: MeasuredServer, { requests }: Side, ms: number): Promise<Round> {
  const before = await ask('cpuMs');
  const rate = await answersPerSecond({ port, requests, connections: CONNECTIONS, ms });
  const after = await ask('cpuMs');
  return { rate, busy: (after - before) / ms };
}
