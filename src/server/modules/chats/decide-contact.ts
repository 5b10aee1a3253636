// First messages that wait for staff: which do, and what staff decide of those of one sender.
import { sql } from 'kysely';
import type { Db } from '../../db/index.ts';
import { lockAccount } from '../../db/lock-account.ts';
import { deleteFilesOf } from './chat-files.ts';
import { deliverHeld, type DeliveryRequest } from './held-messages.ts';

/** Whose messages wait, the oldest first. Those of a member who has not confirmed would not be delivered yet. */
export const waitingContacts = async (db: Db, tenant: number, limit: number) =>
  db
    .selectFrom('held_message as h')
    .innerJoin('account as a', (join) => join.onRef('a.tenant', '=', 'h.tenant').onRef('a.id', '=', 'h.sender'))
    .select((take) => ['h.sender as id', take.fn.min<Date>('h.at').as('at'), take.fn.countAll<string>().as('messages')])
    .where('h.tenant', '=', tenant)
    .where('h.waits_for_staff', '=', true)
    .where('a.status', '=', 'active')
    .groupBy('h.sender')
    .orderBy('at')
    .orderBy('h.sender')
    .limit(limit)
    .execute();

/** The waiting messages of a member, in their order. */
export const readContact = (db: Db, tenant: number, account: string) =>
  db
    .selectFrom('held_message as h')
    .innerJoin('conversation as c', (join) =>
      join.onRef('c.tenant', '=', 'h.tenant').onRef('c.id', '=', 'h.conversation'),
    )
    .innerJoin('profile as p', (join) =>
      join
        .onRef('p.tenant', '=', 'h.tenant')
        .on('p.id', '=', sql<string>`case when c.one = h.sender then c.two else c.one end`),
    )
    .select(['h.id', 'h.conversation', 'h.text', 'h.gift', 'h.picture', 'h.voice', 'h.at', 'p.name as to'])
    .where('h.tenant', '=', tenant)
    .where('h.sender', '=', account)
    .where('h.waits_for_staff', '=', true)
    .orderBy('h.id')
    .execute();

interface ContactDecision {
  readonly account: string;
  /** The last message that was read; later ones wait on. */
  readonly last: number;
  readonly isSent: boolean;
}

/** What became of the messages that were read. */
export interface ContactOutcome {
  readonly delivered: number;
  /** They still lack credits, or the consent of their sender. */
  readonly waiting: number;
  /** By staff, or since the other member is gone or has blocked their sender. */
  readonly dropped: number;
}

/** Delivers or drops what was read. Null when it was decided before. */
export async function decideContact(
  ctx: DeliveryRequest,
  { account, last, isSent }: ContactDecision,
): Promise<ContactOutcome | null> {
  const { db, tenant } = ctx;
  await lockAccount(db, tenant, account);
  const read = readIds(db, tenant, account, last);
  if (!isSent) {
    const dropped = await drop(ctx, account, read);
    return dropped === 0 ? null : { delivered: 0, waiting: 0, dropped };
  }
  const passed = await db
    .updateTable('held_message')
    .set({ waits_for_staff: false })
    .where('tenant', '=', tenant)
    .where('id', 'in', read)
    .returning('id')
    .execute();
  if (passed.length === 0) return null;
  const ids = passed.map(({ id }) => id);
  const arrived = await deliverHeld(ctx, account);
  const delivered = ids.filter((id) => arrived.has(id)).length;
  const waiting = await tellWaiting(ctx, account, ids);
  return { delivered, waiting, dropped: ids.length - delivered - waiting };
}

/** Has the sender's tabs show why messages still wait. Answers how many do. */
async function tellWaiting(ctx: DeliveryRequest, account: string, ids: readonly number[]): Promise<number> {
  const { db, tenant } = ctx;
  const rows = await db
    .selectFrom('held_message as h')
    .innerJoin('conversation as c', (join) =>
      join.onRef('c.tenant', '=', 'h.tenant').onRef('c.id', '=', 'h.conversation'),
    )
    .select(['h.conversation', 'c.last_seq'])
    .where('h.tenant', '=', tenant)
    .where('h.id', 'in', ids)
    .execute();
  for (const [conversation, seq] of new Map(rows.map((row) => [row.conversation, row.last_seq])))
    ctx.emit({ type: 'message', conversation, seq }, { account });
  return rows.length;
}

const readIds = (db: Db, tenant: number, account: string, last: number) =>
  db
    .selectFrom('held_message')
    .select('id')
    .where('tenant', '=', tenant)
    .where('sender', '=', account)
    .where('waits_for_staff', '=', true)
    .where('id', '<=', last);

/** They were never charged. */
async function drop(ctx: DeliveryRequest, account: string, read: ReturnType<typeof readIds>): Promise<number> {
  const { db, tenant } = ctx;
  const rows = await db
    .deleteFrom('held_message')
    .where('tenant', '=', tenant)
    .where('id', 'in', read)
    .returning(['conversation', 'picture', 'voice'])
    .execute();
  for (const each of rows) await deleteFilesOf(db, tenant, each);
  for (const conversation of new Set(rows.map((row) => row.conversation)))
    ctx.emit({ type: 'message_deleted', conversation, seq: 0, scope: 'me' }, { account });
  return rows.length;
}
