// Event bus: publishes live events to the other processes, over PostgreSQL or Redis, or to all with a transaction.
import { sql } from 'kysely';
import type { Logger } from 'pino';
import * as z from 'zod/mini';
import { LiveEvent } from '#contract/events';
import { type Db, NAMED, type OpenDatabase } from '../db/index.ts';
import { describeError } from '../db/errors.ts';
import type { ChannelListener } from '../db/engine.ts';
import type { SentEvent } from './hub.ts';

const CHANNEL = 'matchloom_live';
/** Events per notification; PostgreSQL limits its payload to 8,000 bytes. */
const MAX_EVENTS_PER_NOTIFICATION = 20;

const Payload = z.array(
  z.object({
    tenant: z.int(),
    id: z.nullable(z.int()),
    account: z.string(),
    session: z.nullable(z.string()),
    body: LiveEvent,
  }),
);

/** What carries texts to all processes, this one included. */
export interface Channel {
  send(payloads: readonly string[]): Promise<unknown>;
  close(): Promise<void>;
}

export interface Peers {
  publish(events: readonly SentEvent[]): void;
  close(): Promise<void>;
}
interface BusListener {
  onEvents(events: readonly SentEvent[]): void;
  /** The connection was re-established; events sent in between are lost. */
  onReconnect(): void;
}
interface BusParts {
  readonly database: OpenDatabase;
  readonly log: Logger;
  /** Null for PostgreSQL's own notifications. */
  readonly redisUrl: string | null;
}

export async function connectPeers(
  { database, log, redisUrl }: BusParts,
  { onEvents: handleEvents, onReconnect: handleReconnect }: BusListener,
): Promise<Peers> {
  const processId = crypto.randomUUID();
  const onMessage = (payload: string): void => {
    // The payload starts with its sender's id, so that a process ignores its own without parsing.
    if (payload.startsWith(processId)) return;
    const { success, data } = z.safeParse(Payload, parse(payload.slice(processId.length)));
    if (success) handleEvents(data);
  };
  const listener = { onMessage, onReconnect: handleReconnect };
  // Also beside Redis, since what goes with a transaction comes over the database.
  const stop = await database.listen(CHANNEL, listener);
  // An embedded database has one process.
  if (!database.isShared) return { publish: () => undefined, close: stop };
  const channel = redisUrl === null ? databaseChannel(database) : await redisChannel(redisUrl, log, listener);
  const { publish, close } = createPublisher(channel, log, processId);
  return { publish, close: async () => void (await Promise.all([close(), stop()])) };
}

const databaseChannel = ({ kysely }: OpenDatabase): Channel => ({
  send: (payloads) => notifyStatement(payloads).execute(kysely),
  close: () => Promise.resolve(),
});

async function redisChannel(url: string, log: Logger, listener: ChannelListener): Promise<Channel> {
  const { openRedisChannel } = await import('./redis-channel.ts');
  return openRedisChannel({ url, channel: CHANNEL, log }, listener);
}

/**
 * Fire-and-forget; the sweep finds what is lost (`src/server/live/event-sweep.ts`). One statement runs at a time and
 * sends all pending events, since PostgreSQL serializes commits with notifications.
 */
function createPublisher(channel: Channel, log: Logger, processId: string): Peers {
  let pending: SentEvent[] = [];
  let flushing: Promise<void> | null = null;
  const flush = async (): Promise<void> => {
    while (pending.length > 0) {
      const payloads = toPayloads(pending, processId);
      pending = [];
      await channel
        .send(payloads)
        .catch((error: unknown) => log.warn({ error: describeError(error) }, 'publishing to other processes failed'));
    }
    flushing = null;
  };
  return {
    publish: (events) => {
      pending.push(...events);
      if (pending.length > 0) flushing ??= flush();
    },
    close: async () => {
      await flushing;
      await channel.close();
    },
  };
}

/** As long as the id of a process, but of none, so that each of them takes what it sends. */
const ANY_SENDER = '0'.repeat(crypto.randomUUID().length);

/** Publishes stored events to every process with the commit of their transaction: for those who have no hub, or may be elsewhere. */
export async function publishOnCommit(db: Db, events: readonly SentEvent[]): Promise<void> {
  await notifyStatement(toPayloads(events, ANY_SENDER)).execute(db);
}

const notifyStatement = (payloads: readonly string[]) =>
  sql`${NAMED} select pg_notify(${CHANNEL}, payload) from unnest(${payloads}::text[]) payload`;

const toPayloads = (events: readonly SentEvent[], sender: string): string[] =>
  Array.from(
    { length: Math.ceil(events.length / MAX_EVENTS_PER_NOTIFICATION) },
    (_, n) =>
      sender + JSON.stringify(events.slice(n * MAX_EVENTS_PER_NOTIFICATION, (n + 1) * MAX_EVENTS_PER_NOTIFICATION)),
  );

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
