// Tells live events to the other processes on the same database, and hears theirs.
import { sql } from 'kysely';
import type { Logger } from 'pino';
import * as z from 'zod/mini';
import { LiveEvent } from '#contract/events';
import { NAMED, type OpenDatabase } from '../db/index.ts';
import { describeError } from '../db/errors.ts';
import type { SentEvent } from './hub.ts';

const CHANNEL = 'matchloom_live';
/** Events in one notice; PostgreSQL takes 8,000 bytes. */
const MAX_EVENTS_PER_NOTIFICATION = 20;

const Notice = z.array(
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
  /** The connection was lost and is back: what others said meanwhile is gone. */
  onReconnect(): void;
}

/** Undefined where there can be no other process. */
export async function connectPeers(
  database: OpenDatabase,
  log: Logger,
  { onEvents: heard, onReconnect: missed }: BusListener,
): Promise<Peers | undefined> {
  const me = crypto.randomUUID();
  const hear = (payload: string): void => {
    // Each notice begins with who says it, so that a process knows its own unread.
    if (payload.startsWith(me)) return;
    const { success, data } = z.safeParse(Notice, parse(payload.slice(me.length)));
    if (success) heard(data);
  };
  const stop = await database.listen?.(CHANNEL, { onMessage: hear, onReconnect: missed });
  return stop && tellerOf(database, log, me, stop);
}

/**
 * No call waits for it: a lost hint costs a look (`src/server/live/outbox-sweep.ts`), a failed answer would cost the member's action. One statement is
 * under way at a time and takes along all that came meanwhile, since PostgreSQL commits notices one after the other in the whole server.
 */
function tellerOf(database: OpenDatabase, log: Logger, me: string, stop: () => Promise<void>): Peers {
  let waiting: SentEvent[] = [];
  let telling: Promise<void> | null = null;
  const tellAll = async (): Promise<void> => {
    while (waiting.length > 0) {
      const notices = noticesOf(waiting, me);
      waiting = [];
      await sql`${NAMED} select pg_notify(${CHANNEL}, notice) from unnest(${notices}::text[]) notice`
        .execute(database.kysely)
        .catch((error: unknown) => log.warn({ error: describeError(error) }, 'telling other processes failed'));
    }
    telling = null;
  };
  return {
    publish: (events) => {
      waiting.push(...events);
      if (waiting.length > 0) telling ??= tellAll();
    },
    close: async () => {
      await telling;
      await stop();
    },
  };
}

const noticesOf = (events: readonly SentEvent[], me: string): string[] =>
  Array.from(
    { length: Math.ceil(events.length / MAX_EVENTS_PER_NOTIFICATION) },
    (_, n) => me + JSON.stringify(events.slice(n * MAX_EVENTS_PER_NOTIFICATION, (n + 1) * MAX_EVENTS_PER_NOTIFICATION)),
  );

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
