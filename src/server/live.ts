// Live events: stored with the change they tell of, published once it has committed, streamed to every open tab.
import { sql } from 'kysely';
import * as z from 'zod/mini';
import { LiveEvent } from '#contract/events';
import type { EventTarget } from './context.ts';
import type { Db, OpenDatabase } from './db/index.ts';

export interface StoredEvent {
  readonly tenant: number;
  readonly id: number;
  readonly account: string;
  /** Hash of the one session it is for, in hex; null means every session of the account. */
  readonly session: string | null;
  readonly body: LiveEvent;
}

export interface Subscriber {
  readonly tenant: number;
  readonly account: string;
  readonly session: string;
  deliver(event: StoredEvent): void;
  end(): void;
}

export interface Hub {
  /** Tells this process and the others. Call it after the commit. */
  publish(events: readonly StoredEvent[]): void;
  /** Starts delivering; returns what stops it. */
  subscribe(subscriber: Subscriber): () => void;
  readonly size: number;
  close(): Promise<void>;
}

const CHANNEL = 'matchloom_live';
/** One account's open streams; one more ends the oldest, so that nobody collects connections. */
const MOST_STREAMS = 10;

/** Events a connection catches up on at once; after as many it ends, so that the browser asks for the rest. */
export const MOST_MISSED = 500;

const Message = z.object({
  from: z.string(),
  events: z.array(
    z.object({ tenant: z.int(), id: z.int(), account: z.string(), session: z.nullable(z.string()), body: LiveEvent }),
  ),
});

export async function openHub(database: OpenDatabase): Promise<Hub> {
  const me = crypto.randomUUID();
  const streams = new Map<string, Set<Subscriber>>();
  const deliver = (event: StoredEvent): void => {
    for (const each of streams.get(keyOf(event)) ?? [])
      if (event.session === null || event.session === each.session) each.deliver(event);
  };
  const heard = (payload: string): void => {
    const { success, data } = z.safeParse(Message, parse(payload));
    if (success && data.from !== me) data.events.forEach(deliver);
  };
  const endAll = (): void => {
    for (const open of [...streams.values()]) for (const each of [...open]) each.end();
  };
  // Tabs that may have missed something open again and say what they saw last.
  const stop = await database.listen?.(CHANNEL, { heard, missed: endAll });
  let isClosed = false;
  return {
    publish(events) {
      events.forEach(deliver);
      if (!stop || events.length === 0) return;
      const payload = JSON.stringify({ from: me, events });
      // Not awaited: a lost hint costs a poll, a failed answer would cost the member's action.
      void sql`select pg_notify(${CHANNEL}, ${payload})`.execute(database.kysely).catch(() => undefined);
    },
    subscribe(subscriber) {
      const key = keyOf(subscriber);
      const open = streams.get(key) ?? new Set();
      const [oldest] = open;
      if (open.size >= MOST_STREAMS) oldest?.end();
      streams.set(key, open.add(subscriber));
      if (isClosed) subscriber.end();
      return () => {
        open.delete(subscriber);
        if (open.size === 0 && streams.get(key) === open) streams.delete(key);
      };
    },
    get size() {
      return [...streams.values()].reduce((sum, open) => sum + open.size, 0);
    },
    async close() {
      isClosed = true;
      endAll();
      await stop?.();
    },
  };
}

const keyOf = ({ tenant, account }: { tenant: number; account: string }): string => `${tenant} ${account}`;

function parse(payload: string): unknown {
  try {
    return JSON.parse(payload);
  } catch {
    return null;
  }
}

/** Stores events in the transaction they belong to. Accounts are locked in one order, so ids rise in the order of commits. */
export async function storeEvents(
  db: Db,
  tenant: number,
  now: Date,
  emitted: readonly (readonly [LiveEvent, EventTarget])[],
): Promise<StoredEvent[]> {
  const stored: StoredEvent[] = [];
  for (const [body, to] of emitted.toSorted((a, b) => a[1].account.localeCompare(b[1].account))) {
    await sql`select pg_advisory_xact_lock(hashtextextended(${`live ${tenant} ${to.account}`}::text, 1))`.execute(db);
    const session = to.session ?? null;
    const row = { tenant, account: to.account, session, body: JSON.stringify(body), at: now };
    const { id } = await db.insertInto('event').values(row).returning('id').executeTakeFirstOrThrow();
    stored.push({ tenant, id, account: to.account, session: session && Buffer.from(session).toString('hex'), body });
  }
  return stored;
}

/** What an account's session missed after event `after`, and the newest id there is for it. */
export async function missedEvents(
  db: Db,
  tenant: number,
  account: string,
  session: Uint8Array,
  after: number | null,
): Promise<{ events: StoredEvent[]; newest: number }> {
  const own = db
    .selectFrom('event')
    .where('tenant', '=', tenant)
    .where('account', '=', account)
    .where((is) => is.or([is('session', 'is', null), is('session', '=', session)]));
  const { newest } = await own
    .select((take) => take.fn.coalesce(take.fn.max('id'), sql<number>`0`).as('newest'))
    .executeTakeFirstOrThrow();
  if (after === null) return { events: [], newest: Number(newest) };
  const rows = await own.select(['id', 'body']).where('id', '>', after).orderBy('id').limit(MOST_MISSED).execute();
  return { events: rows.map(({ id, body }) => ({ tenant, id, account, session: null, body })), newest: Number(newest) };
}
