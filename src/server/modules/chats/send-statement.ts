// The statement that sends one message: debit, conversation, message and ledger entry, all or nothing.
import { type RawBuilder, sql } from 'kysely';
import { type Db, NAMED } from '../../db/index.ts';
import { firstRowOf } from '../../db/statement.ts';
import { adjustBalance } from '../../payments/ledger.ts';

/** A message to deliver. `cost` is in whole credits. The sender must belong to the conversation. */
export interface MessageToSend {
  readonly tenant: number;
  readonly conversation: string;
  readonly sender: string;
  readonly client_id: string;
  readonly text: string;
  readonly at: Date;
  readonly cost: number;
}
/** `seq` and time of the message, and the sender's new balance in whole credits. */
export interface Delivered {
  readonly seq: number;
  readonly at: Date;
  readonly credits: number;
}

/**
 * Updates of a conversation for a message of `account`. Time never goes back, even across processes with different
 * clocks: `last_at` is the message's time.
 */
export const advanceConversation = (at: RawBuilder<unknown>): RawBuilder<unknown> => sql`
      last_seq = last_seq + 1, last_at = greatest(last_at, ${at}::timestamptz),
      one_unread = one_unread + (one <> account)::int, two_unread = two_unread + (two <> account)::int`;

/**
 * True for all messages of a conversation. A query with this condition reads only the partitions of the conversation's
 * months.
 */
export const isWithinConversation = (
  message: RawBuilder<unknown>,
  conversation: RawBuilder<unknown>,
): RawBuilder<boolean> => sql`${message}.at >= ${conversation}.created_at and ${message}.at <= ${conversation}.last_at`;

/**
 * Builds the statement; `isFree` omits debit and ledger entry. The conversation's row lock orders its messages. No row:
 * credits are insufficient, or the `client_id` was used before.
 */
export function sendStatement(message: MessageToSend, isFree: boolean): RawBuilder<Delivered> {
  const { tenant, conversation, sender, client_id, text, at, cost } = message;
  const isFirst = sql`(select sent from conversation c, lateral (select true as sent from message m
        where m.tenant = c.tenant and m.conversation = c.id and m.sender = ${sender}::uuid and m.client_id = ${client_id}::uuid
          and ${isWithinConversation(sql`m`, sql`c`)} limit 1) before
      where c.tenant = ${tenant}::smallint and c.id = ${conversation}::uuid) is null`;
  const payer = isFree
    ? sql`select tenant, id as account, credits, ledger_version as version from account
      where tenant = ${tenant}::smallint and id = ${sender}::uuid and ${isFirst}`
    : adjustBalance({ tenant: sql`${tenant}`, account: sql`${sender}`, change: sql`- ${cost}::int`, only: isFirst });
  const ledgerEntry = isFree
    ? sql``
    : sql`, ledger_entry as (
    insert into ledger (tenant, account, version, book, kind, credits, balance, about, at)
    select tenant, account, version, 'spending', 'message', - ${cost}::int, credits, other, ${at}::timestamptz from advanced_conversation
  )`;
  return sql`${NAMED} with debited as (${payer}),
  advanced_conversation as (
    update conversation set ${advanceConversation(sql`${at}`)}
    from debited where conversation.tenant = ${tenant}::smallint and id = ${conversation}::uuid and account in (one, two)
    returning conversation.tenant, id, last_seq, last_at, account, case when one = account then two else one end as other, credits, version
  ),
  inserted_message as (
    insert into message (tenant, conversation, seq, sender, client_id, text, at, cost)
    select tenant, id, last_seq, account, ${client_id}::uuid, ${text}::text, last_at, ${cost}::int from advanced_conversation
  )${ledgerEntry}
  select last_seq as seq, last_at as at, credits from advanced_conversation`;
}

const statementOf = (isFree: boolean) =>
  firstRowOf((db, message: MessageToSend) => ({ compile: () => sendStatement(message, isFree).compile(db) }));
const chargedStatement = statementOf(false);
const freeStatement = statementOf(true);

/**
 * Delivers a message; undefined when nothing was delivered. The caller has locked the sender's account
 * (`relationshipForUpdate`), so the result is final; it must find the reason or fail the transaction.
 */
export const deliver = (db: Db, message: MessageToSend): Promise<Delivered | undefined> =>
  message.cost === 0 ? freeStatement(db, message) : chargedStatement(db, message);
