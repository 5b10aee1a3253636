// Sends concurrent messages of several members in one statement, for confirmed members in existing conversations.
import { type RawBuilder, sql } from 'kysely';
import type { chats } from '#contract/chats';
import type { LiveEvent } from '#contract/events';
import { ACTIVITY_INTERVAL_SECONDS } from '#domain/limits';
import { isoDay } from '#domain/iso-day';
import { batcher } from './batcher.ts';
import type { StagedCtx, SerializedAnswer } from '../../../context.ts';
import { NAMED } from '../../../db/index.ts';
import { prepared } from '../../../db/statement.ts';
import { describeError, isTimeout } from '../../../db/errors.ts';
import { isAroundMidnight, validDays } from '../../../http/idempotency.ts';
import { adjustBalance } from '../../../payments/ledger.ts';
import { insertEventsSql } from '../../../live/hub.ts';
import { Refusal } from '../../../http/refusal.ts';
import type { Services } from '../../../services.ts';
import { priceOf } from '../content.ts';
import { insertMessages, sentTextFields } from '../message.ts';
import { otherOf, checkedText } from '../send-message.ts';
import { isWithinConversation, advanceConversation } from '../send-statement.ts';
import { isBlocked } from '../../members/relationship.ts';

type SendCtx = StagedCtx<typeof chats.send>;

/** Maximum messages per statement. */
export const MAX_BATCH = 32;

/** One message as input of the statement; bytes are in hex. */
interface BatchItem {
  readonly route: string;
  readonly cost: number;
  readonly sender: string;
  readonly cookie_hash: string;
  readonly key: string;
  /** The attempt's advisory lock as text, since it exceeds JavaScript's safe integers. */
  readonly lock: string;
  readonly body_hash: string;
  readonly profile: string | null;
  readonly conversation: string | null;
  readonly client_id: string;
  readonly text: string;
}

interface Batch {
  readonly tenant: number;
  readonly at: Date;
  readonly active_since: Date;
  readonly day: string;
  /** The days whose keys are valid. */
  readonly oldest: string;
  readonly newest: string;
  /** The items as JSON. */
  readonly items: string;
}
interface Row {
  readonly answers: readonly { readonly n: number; readonly body: string }[];
  readonly events: readonly { readonly id: number; readonly account: string; readonly body: LiveEvent }[];
}

/**
 * CTEs that select the eligible items into `accepted`: the session is live, the sender is confirmed, the conversation
 * exists, no block applies, and neither key nor `client_id` was used before. Locked rows are skipped (SKIP LOCKED), as
 * are locked keys; one message per conversation per batch. Only event locks are waited for. `seen` is the conversation
 * in the statement's snapshot, `c` the locked row: if they differ, a concurrent message may have the same `client_id`, or a
 * block has just been added, which writes the row again.
 */
const eligibleCtes = (batch: Batch, tenant: RawBuilder<unknown>, at: RawBuilder<unknown>): RawBuilder<unknown> => sql`
    item as materialized (
      select * from json_to_recordset(${batch.items}::json) as i(n int, route text, cost int, sender uuid, cookie_hash text, key text, lock bigint, body_hash text,
        profile uuid, conversation uuid, client_id uuid, text text) limit ${sql.lit(MAX_BATCH)}
    ), addressed as materialized (
      select i.*, coalesce(i.conversation, (select c.id from conversation c
        where c.tenant = ${tenant} and c.one = least(i.sender, i.profile) and c.two = greatest(i.sender, i.profile))) as chat
      from item i
    ), eligible as materialized (
      select i.*, o.id as other
      from addressed i
      join session s on s.tenant = ${tenant} and s.token_hash = decode(i.cookie_hash, 'hex') and s.account = i.sender
        and s.expires_at > ${at} and s.seen_at > ${batch.active_since}::timestamptz
      join account a on a.tenant = ${tenant} and a.id = i.sender and a.status = 'active' and a.consent_withdrawn_at is null
      join conversation c on c.tenant = ${tenant} and c.id = i.chat and i.sender in (c.one, c.two) and c.last_seq > 0
      join profile o on o.tenant = ${tenant} and o.id = case when c.one = i.sender then c.two else c.one end and o.reachable
      where pg_try_advisory_xact_lock(i.lock) and not ${isBlocked(tenant, sql`i.sender`, sql`o.id`)}
        and (select 1 from idempotency k where k.tenant = ${tenant} and k.caller = i.sender and k.route = i.route
          and k.key = i.key and k.day >= ${batch.oldest}::date and k.day <= ${batch.newest}::date limit 1) is null
        and (select 1 from message m where m.tenant = ${tenant} and m.conversation = i.chat
          and m.sender = i.sender and m.client_id = i.client_id and ${isWithinConversation(sql`m`, sql`c`)} limit 1) is null
        and c.xmin = (select xmin from conversation seen where seen.tenant = ${tenant} and seen.id = i.chat)
      for no key update of a, c skip locked for key share of o skip locked
    ), accepted as materialized (
      select distinct on (chat) * from eligible order by chat, n
    )`;

/** The row of a message in a batch, which has texts only. */
const SENT = {
  ...{ tenant: sql`tenant`, conversation: sql`chat`, seq: sql`seq`, sender: sql`account`, client_id: sql`client_id` },
  ...{ text: sql`text`, at: sql`at`, cost: sql`cost`, gift: sql`null`, picture: sql`null`, voice: sql`null` },
  quote: sql`null::int`,
} as const;

/** A debited message without a conversation row has no `seq`, so the whole statement fails. */
export const batchStatement = prepared((db, batch: Batch) => ({
  compile: () => {
    const tenant = sql`${batch.tenant}::smallint`;
    const at = sql`${batch.at}::timestamptz`;
    return sql<Row>`${NAMED} with ${eligibleCtes(batch, tenant, at)}, debited as (
      ${adjustBalance({ tenant, account: sql`accepted.sender`, change: sql`- accepted.cost`, from: sql`accepted` })}
    ), advanced_conversation as (
      update conversation set ${advanceConversation(at)} from (select account, chat from debited) payer
      where conversation.tenant = ${tenant} and conversation.id = chat
      returning id, last_seq, last_at
    ), sent_message as materialized (
      select debited.*, last_seq as seq, last_at as at from debited left join advanced_conversation on id = chat
    ), inserted_message as (
      ${insertMessages(SENT, sql`sent_message`)}
    ), ledger_entry as (
      insert into ledger (tenant, account, version, book, kind, credits, balance, about, at)
      select tenant, account, version, 'spending', 'message', - cost, credits, other, ${at} from sent_message
    ), call_answer as materialized (
      select n, account, route, key, body_hash, row_to_json(answer)::text as body from sent_message, lateral (
        select row_to_json(message) as message, credits from (
          select ${sentTextFields(sql`chat`)}
        ) message
      ) answer
    ), stored_answer as (
      insert into idempotency (tenant, caller, route, key, day, body_hash, status, body)
      select ${tenant}, account, route, key, ${batch.day}::date, decode(body_hash, 'hex'), 200, body from call_answer
    ), new_event as materialized (
      select account, null as session, jsonb_build_object('type', 'message', 'conversation', chat, 'seq', seq, 'credits', credits) as body
      from sent_message
      union all
      select other, null, jsonb_build_object('type', 'message', 'conversation', chat, 'seq', seq) from sent_message
      order by account
    ), ${insertEventsSql(tenant, at)}
    select (select coalesce(json_agg(json_build_object('n', n, 'body', body)), '[]') from call_answer) as answers,
      (select coalesce(json_agg(json_build_object('id', id, 'account', account, 'body', body) order by id), '[]') from inserted_event) as events`.compile(
      db,
    );
  },
}));

/** Sends a message in a batch. Returns null when nothing was sent and it must be sent on its own. */
export function batchSender(services: Services): (ctx: SendCtx) => Promise<SerializedAnswer | null> {
  const batches = batcher<BatchItem, string | null>(MAX_BATCH, (tenant, items) => sendBatch(services, tenant, items));
  return async (ctx) => {
    try {
      const item = itemOf(ctx);
      const body = item && (await batches.add(ctx.tenant, item));
      return body === null ? null : ctx.serialized(body);
    } catch (error) {
      // Sending on its own repeats the check and stores the refusal under the key.
      if (error instanceof Refusal) return null;
      throw error;
    }
  };
}

function itemOf(ctx: SendCtx): BatchItem | null {
  const cost = priceOf(ctx.site, {});
  const cached = cost === 0 ? null : ctx.cachedCaller();
  if (!cached) return null;
  const { caller, input: draft } = cached;
  // Gifts have prices of their own, and a quoted message is looked up.
  if (draft.gift !== undefined || draft.quote !== undefined) return null;
  const hex = (bytes: Uint8Array): string => Buffer.from(bytes).toString('hex');
  return {
    route: caller.route,
    cost,
    sender: caller.caller,
    cookie_hash: hex(caller.cookieHash),
    key: caller.key,
    lock: `${caller.lock}`,
    body_hash: hex(caller.bodyHash),
    profile: null,
    conversation: null,
    ...otherOf(ctx, draft),
    client_id: draft.client_id,
    text: checkedText(ctx, draft.text ?? ''),
  };
}

/** When the database refuses a batch, nothing was sent: each message is then sent on its own. */
async function sendBatch(services: Services, tenant: number, items: readonly BatchItem[]): Promise<(string | null)[]> {
  const row = await deliver(services, tenant, items).catch((error: unknown) => {
    if (isTimeout(error)) throw error;
    services.log.warn({ tenant, messages: items.length, error: describeError(error) }, 'batch failed');
    return null;
  });
  if (!row) return items.map(() => null);
  services.hub.publish(row.events.map((event) => ({ tenant, session: null, ...event })));
  const bodies = new Map(row.answers.map(({ n, body }) => [n, body]));
  return items.map((_, n) => bodies.get(n) ?? null);
}

async function deliver({ database, now }: Services, tenant: number, items: readonly BatchItem[]): Promise<Row | null> {
  const at = now();
  // The statement looks up keys in a snapshot from before it took their locks.
  if (isAroundMidnight(at)) return null;
  const batch = batchStatement({
    tenant,
    at,
    active_since: new Date(at.getTime() - ACTIVITY_INTERVAL_SECONDS * 1000),
    day: isoDay(at),
    ...validDays(at),
    items: JSON.stringify(items.map((item, n) => ({ n, ...item }))),
  });
  const row = await database.queryOne(tenant, batch);
  if (!row) throw new Error('The batch statement returned no row.');
  return row;
}
