// Event bus: publishes live events to the other processes of this installation, over PostgreSQL or Redis.
import { sql } from 'kysely';
import type { Logger } from 'pino';
import * as z from 'zod/mini';
import { LiveEvent } from '#contract/events';
import { NAMED, type OpenDatabase } from '../db/index.ts';
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

/** Undefined when there is only one process. */
export async function connectPeers(
  parts: BusParts,
  { onEvents: handleEvents, onReconnect: handleReconnect }: BusListener,
): Promise<Peers | undefined> {
  const processId = crypto.randomUUID();
  const onMessage = (payload: string): void => {
    // The payload starts with its sender's id, so that a process ignores its own without parsing.
    if (payload.startsWith(processId)) return;
    const { success, data } = z.safeParse(Payload, parse(payload.slice(processId.length)));
    if (success) handleEvents(data);
  };
  const channel = await openChannel(parts, { onMessage, onReconnect: handleReconnect });
  return channel && createPublisher(channel, parts.log, processId);
}

async function openChannel(
  { database, log, redisUrl }: BusParts,
  listener: ChannelListener,
): Promise<Channel | undefined> {
  if (redisUrl !== null) {
    const { openRedisChannel } = await import('./redis-channel.ts');
    return openRedisChannel({ url: redisUrl, channel: CHANNEL, log }, listener);
  }
  const close = await database.listen?.(CHANNEL, listener);
  const send = (payloads: readonly string[]): Promise<unknown> =>
    sql`${NAMED} select pg_notify(${CHANNEL}, payload) from unnest(${payloads}::text[]) payload`.execute(
      database.kysely,
    );
  return close && { send, close };
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

const toPayloads = (events: readonly SentEvent[], processId: string): string[] =>
  Array.from(
    { length: Math.ceil(events.length / MAX_EVENTS_PER_NOTIFICATION) },
    (_, n) =>
      processId + JSON.stringify(events.slice(n * MAX_EVENTS_PER_NOTIFICATION, (n + 1) * MAX_EVENTS_PER_NOTIFICATION)),
  );

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
