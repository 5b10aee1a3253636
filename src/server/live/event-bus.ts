// Event bus: publishes live events to other processes on the same database, or to all with a transaction.
import { sql } from 'kysely';
import type { Logger } from 'pino';
import * as z from 'zod/mini';
import { LiveEvent } from '#contract/events';
import { type Db, NAMED, type OpenDatabase } from '../db/index.ts';
import { describeError } from '../db/errors.ts';
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

export interface Peers {
  publish(events: readonly SentEvent[]): void;
  close(): Promise<void>;
}
interface BusListener {
  onEvents(events: readonly SentEvent[]): void;
  /** The connection was re-established; events sent in between are lost. */
  onReconnect(): void;
}

export async function connectPeers(
  database: OpenDatabase,
  log: Logger,
  { onEvents: handleEvents, onReconnect: handleReconnect }: BusListener,
): Promise<Peers> {
  const processId = crypto.randomUUID();
  const onMessage = (payload: string): void => {
    // The payload starts with its sender's id, so that a process ignores its own without parsing.
    if (payload.startsWith(processId)) return;
    const { success, data } = z.safeParse(Payload, parse(payload.slice(processId.length)));
    if (success) handleEvents(data);
  };
  const stop = await database.listen(CHANNEL, { onMessage, onReconnect: handleReconnect });
  return database.isShared
    ? createPublisher(database, log, processId, stop)
    : { publish: () => undefined, close: stop };
}

/**
 * Fire-and-forget; the sweep finds what is lost (`src/server/live/event-sweep.ts`). One statement runs at a time and
 * sends all pending events, since PostgreSQL serializes commits with notifications.
 */
function createPublisher(database: OpenDatabase, log: Logger, processId: string, stop: () => Promise<void>): Peers {
  let pending: SentEvent[] = [];
  let flushing: Promise<void> | null = null;
  const flush = async (): Promise<void> => {
    while (pending.length > 0) {
      const payloads = toPayloads(pending, processId);
      pending = [];
      await notifyStatement(payloads)
        .execute(database.kysely)
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
      await stop();
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
