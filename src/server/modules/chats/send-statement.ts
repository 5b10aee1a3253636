// The statement of one message: debit, place in the conversation, message and ledger entry in one go, or nothing at all.
import { type RawBuilder, sql } from 'kysely';
import { type Db, NAMED } from '../../db/index.ts';
import { firstRowOf } from '../../db/statement.ts';
import { adjustBalance } from '../../payments/ledger.ts';
import { isBlocked } from '../members/relationship.ts';
import type { MessageContent } from './content.ts';
import { insertMessages, type MessageRow } from './message.ts';

/** A message about to be delivered. `cost` in whole credits; the conversation must be one of the sender's. */
export interface MessageToSend extends Pick<MessageContent, 'text'>, Partial<Omit<MessageContent, 'text'>> {
  readonly tenant: number;
  readonly conversation: string;
  readonly sender: string;
  readonly client_id: string;
  readonly at: Date;
  readonly cost: number;
  readonly quote?: number | null;
}
/** Where it stands in the conversation, its time, and the sender's balance afterwards. */
export interface Delivered {
  readonly seq: number;
  readonly at: Date;
  readonly credits: number;
}

/** What a message of `account` changes in its conversation. The time never goes back, even when clocks of processes differ: `last_at` is the message's. */
export const advanceConversation = (at: RawBuilder<unknown>): RawBuilder<unknown> => sql`
      last_seq = last_seq + 1, last_at = greatest(last_at, ${at}::timestamptz),
      one_unread = one_unread + (one <> account)::int, two_unread = two_unread + (two <> account)::int`;

/** True of all messages of a conversation; a query that says it reads only the partitions of the months in which it was written. */
export const isWithinConversation = (
  message: RawBuilder<unknown>,
  conversation: RawBuilder<unknown>,
): RawBuilder<boolean> => sql`${message}.at >= ${conversation}.created_at and ${message}.at <= ${conversation}.last_at`;

/** What the row of a message has of its place. */
const PLACED = {
  tenant: sql`tenant`,
  conversation: sql`id`,
  seq: sql`last_seq`,
  sender: sql`account`,
  at: sql`last_at`,
} as const;

/**
 * The statement; `isFree` leaves out debit and ledger entry. The row of the conversation, locked until the commit, gives messages
 * their order. No row: there were not enough credits, the sender used that `client_id` in this conversation before, or one of the two
 * has blocked the other.
 */
export function sendStatement(message: MessageToSend, isFree: boolean): RawBuilder<Delivered> {
  const { tenant, conversation, sender, client_id, text, at, cost } = message;
  const gift = sql`${message.gift ?? null}::text`;
  const picture = sql`${message.picture ?? null}::text`;
  const voice = sql`${message.voice ?? null}::text`;
  const quote = sql`${message.quote ?? null}::int`;
  // A block that was added while the caller waited for the account is seen here.
  const isFirst = sql`(select sent from conversation c, lateral (select true as sent from message m
        where m.tenant = c.tenant and m.conversation = c.id and m.sender = ${sender}::uuid and m.client_id = ${client_id}::uuid
          and ${isWithinConversation(sql`m`, sql`c`)} limit 1) before
      where c.tenant = ${tenant}::smallint and c.id = ${conversation}::uuid) is null`;
  const isUnblocked = sql`not exists (select from conversation c where c.tenant = ${tenant}::smallint and c.id = ${conversation}::uuid
      and ${isBlocked(sql`c.tenant`, sql`c.one`, sql`c.two`)})`;
  const only = sql`${isFirst} and ${isUnblocked}`;
  const payer = isFree
    ? sql`select tenant, id as account, credits, ledger_version as version from account
      where tenant = ${tenant}::smallint and id = ${sender}::uuid and ${only}`
    : adjustBalance({ tenant: sql`${tenant}`, account: sql`${sender}`, change: sql`- ${cost}::int`, only });
  const booked = isFree
    ? sql``
    : sql`, booked as (
    insert into ledger (tenant, account, version, book, kind, credits, balance, about, at)
    select tenant, account, version, 'spending', case when ${gift} is not null then 'gift' when ${picture} is not null then 'picture' when ${voice} is not null then 'voice' else 'message' end, - ${cost}::int, credits, other, ${at}::timestamptz from placed
  )`;
  return sql`${NAMED} with paid as (${payer}),
  placed as (
    update conversation set ${advanceConversation(sql`${at}`)}
    from paid where conversation.tenant = ${tenant}::smallint and id = ${conversation}::uuid and account in (one, two)
    returning conversation.tenant, id, last_seq, last_at, account, case when one = account then two else one end as other, credits, version
  ),
  written as (
    ${insertMessages({ ...PLACED, client_id: sql`${client_id}::uuid`, text: sql`${text}::text`, cost: sql`${cost}::int`, gift, picture, voice, quote }, sql`placed`)}
  )${booked}
  select last_seq as seq, last_at as at, credits from placed`;
}

const statementOf = (isFree: boolean) =>
  firstRowOf((db, message: MessageToSend) => ({ compile: () => sendStatement(message, isFree).compile(db) }));
const priced = statementOf(false);
const free = statementOf(true);

/**
 * Delivers a message. Undefined when nothing was delivered; the caller then must let the transaction fail or know why: the
 * caller holds the sender's account (`relationshipForUpdate`), so that what is undefined once stays so.
 */
export const deliver = (db: Db, message: MessageToSend): Promise<Delivered | undefined> =>
  message.cost === 0 ? free(db, message) : priced(db, message);

/** What a sender's `client_id` made in a conversation before. */
export const findSent = (
  db: Db,
  { tenant, conversation, sender, client_id }: Pick<MessageToSend, 'tenant' | 'conversation' | 'sender' | 'client_id'>,
): Promise<(Omit<MessageRow, 'conversation' | 'client_id'> & { readonly quote: number | null }) | undefined> =>
  db
    .selectFrom('conversation as c')
    .innerJoin('message as m', (join) =>
      join
        .onRef('m.tenant', '=', 'c.tenant')
        .onRef('m.conversation', '=', 'c.id')
        .on(isWithinConversation(sql`m`, sql`c`)),
    )
    .select(['m.seq', 'm.text', 'm.at', 'm.deleted', 'm.gift', 'm.picture', 'm.voice', 'm.quote'])
    .where('c.tenant', '=', tenant)
    .where('c.id', '=', conversation)
    .where('m.sender', '=', sender)
    .where('m.client_id', '=', client_id)
    .executeTakeFirst();
