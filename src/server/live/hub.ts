// Live events: stored with the change they report, published after its commit, streamed to open tabs.
import { type CompiledQuery, type RawBuilder, sql } from 'kysely';
import type { Logger } from 'pino';
import type { LiveEvent } from '#contract/events';
import { TYPING } from '#domain/limits';
import { isoDay } from '#domain/iso-day';
import type { Clock, EventTarget, EmittedEvent } from '../context.ts';
import { type Db, NAMED, type OpenDatabase } from '../db/index.ts';
import { prepared } from '../db/statement.ts';
import { type Attempt, type StoredAnswer } from '../http/idempotency.ts';
import { checkSessions } from './session-check.ts';
import { openSubscribers, type SentEvent, type Subscriber } from './subscribers.ts';
import type { PushGatherer } from '../push/gather.ts';
import { connectPeers, publishOnCommit } from './event-bus.ts';
import { throttler } from '../http/rate-limit.ts';
import { sweepOutbox } from './event-sweep.ts';

export type { SentEvent };

/** Ephemeral: never stored or replayed. */
export type Signal = Extract<LiveEvent, { type: 'typing' }>;

export interface StoredEvent extends SentEvent {
  readonly id: number;
}

export interface Hub {
  /** Publishes to this and other processes. Call it after the commit. Signals of one member are throttled. */
  publish(events: readonly SentEvent[]): void;
  /** Subscribes a stream; returns the function that unsubscribes. Refuses an address with too many streams. */
  subscribe(subscriber: Subscriber): () => void;
  readonly size: number;
  close(): Promise<void>;
}

/** Minimum interval of one member's signals, with a tolerance for jitter. */
const SIGNAL_INTERVAL_MS = TYPING.intervalSeconds * 1000 - 500;

/** Maximum events replayed to a connection. It then ends, and the browser reconnects for the rest. */
export const MAX_REPLAY = 500;

export interface HubParts {
  readonly database: OpenDatabase;
  readonly now: Clock;
  readonly log: Logger;
  /** Maximum streams per address and tenant. */
  readonly maxPerAddress: number;
  /** What carries events between processes; null for the database. */
  readonly redisUrl: string | null;
  /** Tells devices without an open tab what this process has published. */
  readonly pushes: PushGatherer;
}

export async function openHub({ database, now, log, maxPerAddress, redisUrl, pushes }: HubParts): Promise<Hub> {
  const streams = openSubscribers(maxPerAddress);
  const throttle = throttler(now);
  const isNotThrottled = (event: SentEvent): boolean =>
    event.id !== null || throttle(writerOf(event), SIGNAL_INTERVAL_MS);
  const onFound = (event: StoredEvent): void => asLateEvent(event).forEach(streams.deliver);
  const sweep = sweepOutbox({ database, now, log, listeners: streams.accounts, onFound });
  const deliverLocally = (events: readonly SentEvent[]): void => events.filter(sweep.isNew).forEach(streams.deliver);
  // Tabs that may have missed events reconnect with their last event id.
  const peers = await connectPeers(
    { database, log, redisUrl },
    { onEvents: (events) => deliverLocally(events.filter(isNotThrottled)), onReconnect: streams.endAll },
  );
  const stopChecking = checkSessions({ database, now, log, subscribers: streams.all });
  let isClosed = false;
  return {
    publish(events) {
      const due = events.filter(isNotThrottled);
      deliverLocally(due);
      peers.publish(due);
      pushes.take(due);
    },
    subscribe(subscriber) {
      const remove = streams.add(subscriber);
      if (isClosed) subscriber.end('resume');
      return remove;
    },
    get size() {
      return streams.size;
    },
    async close() {
      isClosed = true;
      streams.endAll();
      await Promise.all([sweep.stop(), stopChecking(), pushes.close()]);
      await peers.close();
    },
  };
}

const writerOf = ({ tenant, body }: SentEvent): string => `${tenant} ${body.type === 'typing' ? body.profile : ''}`;

/** A late event omits its balance, which may be outdated, and has the client fetch the user instead. */
export function asLateEvent(event: SentEvent): SentEvent[] {
  const { body } = event;
  if (body.type !== 'message' || body.credits === undefined) return [event];
  const { type, conversation, seq } = body;
  return [
    { ...event, body: { type, conversation, seq } },
    { ...event, id: null, body: { type: 'user' } },
  ];
}

/** The event of a signal. */
export const toSignal = (tenant: number, body: Signal, to: EventTarget): SentEvent => ({
  tenant,
  id: null,
  ...targetOf(to),
  body,
});

const targetOf = ({ account, session }: EventTarget): Pick<SentEvent, 'account' | 'session'> => ({
  account,
  session: session ? Buffer.from(session).toString('hex') : null,
});

interface EventRows {
  readonly tenant: number;
  readonly at: Date;
  /** The events as JSON, in the lock order of their accounts. */
  readonly events: string;
  readonly caller: string | null;
  readonly route: string | null;
  readonly key: string | null;
  readonly day: string;
  readonly body_hash: Uint8Array | null;
  readonly status: number | null;
  readonly body: string | null;
}

/**
 * CTEs that store the rows of `new_event` (`account`, `session` in hex, `body`, ordered by account). Each account's
 * lock is taken right before its event gets an id, and held until the commit. `inserted_event` returns id, account and
 * body.
 */
export const insertEventsSql = (tenant: RawBuilder<unknown>, at: RawBuilder<unknown>): RawBuilder<unknown> => sql`
    locked_event as materialized (
      select new_event.*, pg_advisory_xact_lock(hashtextextended('live ' || ${tenant}::smallint || ' ' || account::text, 1)) as account_lock
      from new_event
    ), inserted_event as (
      insert into event (tenant, account, session, body, at)
      select ${tenant}::smallint, account, decode(session, 'hex'), body, ${at}::timestamptz from locked_event
      returning id, account, body
    )`;

const insertStatement = prepared((db, values: EventRows) => ({
  compile: () =>
    sql<{ ids: number[] }>`${NAMED} with new_event as materialized (
      select * from json_to_recordset(${values.events}::json) as e(n int, account uuid, session text, body jsonb) order by n
    ), ${insertEventsSql(sql`${values.tenant}`, sql`${values.at}`)}, stored_answer as (
      insert into idempotency (tenant, caller, route, key, day, body_hash, status, body)
      select ${values.tenant}::smallint, ${values.caller}::uuid, ${values.route}::text, ${values.key}::text, ${values.day}::date, ${values.body_hash}::bytea,
        ${values.status}::int, ${values.body}::text
      where ${values.key}::text is not null on conflict do nothing
    )
    select coalesce(json_agg(id order by id), '[]') as ids from inserted_event`.compile(db),
}));

/** A statement that stores events, and the mapping of its row. */
export interface EventInsert {
  readonly statement: CompiledQuery;
  stored(row: unknown): StoredEvent[];
}

/**
 * A statement that stores a call's events, and its answer under its key; null when there is nothing to store. Accounts
 * are locked in one order, so that ids follow the commit order and calls do not deadlock.
 */
export function insertEvents(
  tenant: number,
  now: Date,
  emitted: readonly EmittedEvent[],
  storedAnswer: { readonly attempt: Attempt; readonly answer: StoredAnswer } | null = null,
): EventInsert | null {
  if (emitted.length === 0 && !storedAnswer) return null;
  const byAccount = emitted.toSorted(([, a], [, b]) => (a.account < b.account ? -1 : a.account > b.account ? 1 : 0));
  const events = byAccount.map(([body, to]) => ({ tenant, ...targetOf(to), body }));
  const { attempt, answer } = storedAnswer ?? {};
  return {
    statement: insertStatement({
      tenant,
      at: now,
      events: JSON.stringify(events.map(({ account, session, body }, n) => ({ n, account, session, body }))),
      caller: attempt?.caller ?? null,
      route: attempt?.route ?? null,
      key: attempt?.key ?? null,
      day: isoDay(now),
      body_hash: attempt?.bodyHash ?? null,
      status: answer?.status ?? null,
      body: answer?.body ?? null,
    }),
    stored: (row) => {
      const { ids } = row as { readonly ids: readonly number[] };
      return events.flatMap((event, at) => (ids[at] === undefined ? [] : [{ ...event, id: ids[at] }]));
    },
  };
}

/** Stores events immediately, outside of a call's final statement. */
export async function storeEventsNow(
  db: Db,
  tenant: number,
  now: Date,
  emitted: readonly EmittedEvent[],
): Promise<StoredEvent[]> {
  const insert = insertEvents(tenant, now, emitted);
  return insert ? insert.stored((await db.executeQuery(insert.statement)).rows[0]) : [];
}

/** The same for decisions of staff, which are made without a hub: open tabs are told with the commit. */
export async function storeAndPublish(
  db: Db,
  tenant: number,
  now: Date,
  emitted: readonly EmittedEvent[],
): Promise<void> {
  await publishOnCommit(db, await storeEventsNow(db, tenant, now, emitted));
}

/** Events of an account's session after event id `after`, and the newest id. */
export async function missedEvents(
  db: Db,
  tenant: number,
  account: string,
  session: Uint8Array,
  after: number | null,
): Promise<{ events: StoredEvent[]; newest: number }> {
  const ownEvents = db
    .selectFrom('event')
    .where('tenant', '=', tenant)
    .where('account', '=', account)
    .where((is) => is.or([is('session', 'is', null), is('session', '=', session)]));
  const { newest } = await ownEvents
    .select((take) => take.fn.coalesce(take.fn.max('id'), sql<number>`0`).as('newest'))
    .executeTakeFirstOrThrow();
  if (after === null) return { events: [], newest: Number(newest) };
  const rows = await ownEvents.select(['id', 'body']).where('id', '>', after).orderBy('id').limit(MAX_REPLAY).execute();
  return { events: rows.map(({ id, body }) => ({ tenant, id, account, session: null, body })), newest: Number(newest) };
}
