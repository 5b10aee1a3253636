// Measures the memory of an idle live connection: resident memory of the server before and after opening many of them.
import { connect, type Socket } from 'node:net';
import { liveStream } from '#contract/events';
import type { BenchDatabase } from './database.ts';
import type { Figure } from './figure.ts';
import { requestText } from './load.ts';
import { BENCH_MEMBERS, memberCookie } from './members.ts';
import { callHeaders, startServer, type MeasuredServer, type ServerKind } from './server-process.ts';

const BUDGET_KB = 22;
/** Connections opened at once: each of them reads its session from the database. */
const AT_ONCE = 50;
/** Opened before the first measurement, so that code and caches are not counted as connections. */
const WARM_UP = 200;

export async function measureLive(database: BenchDatabase, connections: number): Promise<Figure[]> {
  const bare = await bytesEach('bare-stream', database, connections);
  const ours = await bytesEach('mount', database, connections);
  return [
    {
      what: `live connection, idle, ${connections.toLocaleString('en')} of them`,
      value: ours / 1000,
      unit: 'kB each',
      budget: { atMost: BUDGET_KB },
      beside: `${(bare / 1000).toFixed(1)} kB of a stream on bare node:http (${(ours / bare).toFixed(2)} ×)`,
    },
  ];
}

async function bytesEach(kind: ServerKind, { config }: BenchDatabase, connections: number): Promise<number> {
  const server = await startServer({ kind, database: config });
  const sockets: Socket[] = [];
  try {
    await openMany(server, sockets, WARM_UP);
    const before = await server.ask('rss');
    await openMany(server, sockets, WARM_UP + connections);
    return ((await server.ask('rss')) - before) / connections;
  } finally {
    for (const socket of sockets) socket.destroy();
    await server.stop();
  }
}

async function openMany(server: MeasuredServer, sockets: Socket[], wanted: number): Promise<void> {
  while (sockets.length < wanted) {
    const from = sockets.length;
    const count = Math.min(AT_ONCE, wanted - from);
    sockets.push(...(await Promise.all(Array.from({ length: count }, (_, at) => openStream(server.port, from + at)))));
  }
}

function openStream(port: number, index: number): Promise<Socket> {
  const headers = callHeaders(index, memberCookie(index % BENCH_MEMBERS));
  return new Promise((resolve, reject) => {
    let text = '';
    const socket = connect(port, '127.0.0.1', () =>
      socket.write(requestText(liveStream.path, { ...headers, accept: 'text/event-stream' })),
    );
    socket.on('error', reject);
    socket.on('data', (chunk) => {
      text = `${text}${chunk.toString('latin1')}`.slice(0, 1000);
      if (/\nid: /.test(text)) resolve(socket);
      else if (!text.startsWith('HTTP/1.1 200')) reject(new Error(`No live connection: ${text.slice(0, 300)}`));
    });
  });
}
