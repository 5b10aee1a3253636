// Writes conversations of seeded members: messages with their numbers, what they cost, and what is read.
import type { Db } from '#server/db/index';
import { idOf } from './random.ts';

/** Price of a message of the demo login in credits. */
const COST = 1;

/** A conversation of a login: its lines, which the two sides say in turn, of which the last `unread` are the other side's. */
export interface Talk {
  readonly other: string;
  readonly lines: readonly string[];
  readonly begin: Date;
  readonly end: Date;
  readonly meFirst: boolean;
  readonly unread: number;
}

interface Line {
  readonly conversation: string;
  readonly sender: string;
  /** The other side of the conversation. */
  readonly other: string;
  readonly text: string;
  readonly at: Date;
  readonly cost: number;
}

/** Whose conversations they are. */
interface Teller {
  readonly id: string;
  /** Those who never paid were given what they spend here, and keep their balance. */
  readonly isPaid: boolean;
}

export async function writeTalks(db: Db, tenant: number, me: Teller, talks: readonly Talk[]): Promise<void> {
  const lines: Line[] = [];
  for (const { other, lines: texts, begin, end, meFirst, unread } of talks) {
    const conversation = await openConversation(db, tenant, [me.id, other], meFirst ? me.id : other, begin);
    const answersFrom = texts.length - unread;
    for (const [at, text] of texts.entries()) {
      const isMine = at < answersFrom && (at % 2 === 0) === meFirst;
      const moment = begin.getTime() + ((end.getTime() - begin.getTime()) * at) / Math.max(1, texts.length - 1);
      const sender = isMine ? me.id : other;
      lines.push({ conversation, sender, other, text, at: new Date(Math.floor(moment)), cost: isMine ? COST : 0 });
    }
  }
  if (lines.length === 0) return;
  await writeLines(db, tenant, me, lines);
  for (const { other, unread } of talks) await markRead(db, tenant, [me.id, other], me.id, unread);
}

type Pair = readonly [string, string];

/** The database's order of the ids. */
const ordered = ([a, b]: Pair): Pair => (a < b ? [a, b] : [b, a]);

export async function openConversation(db: Db, tenant: number, pair: Pair, starter: string, at: Date): Promise<string> {
  const [one, two] = ordered(pair);
  const id = idOf(`conversation ${one} ${two}`);
  await db.insertInto('conversation').values({ tenant, id, one, two, starter, created_at: at, last_at: at }).execute();
  return id;
}

/**
 * Writes the messages, each with its number in its conversation, and the entries of those that `me` paid for. In bulk: one
 * statement a message, as the product sends them, would take half a minute for all sites.
 */
async function writeLines(db: Db, tenant: number, me: Teller, lines: readonly Line[]): Promise<void> {
  const sorted = lines.toSorted((a, b) => a.at.getTime() - b.at.getTime());
  const last = new Map<string, { seq: number; at: Date }>();
  const messages = sorted.map(({ conversation, sender, text, at, cost }) => {
    const seq = (last.get(conversation)?.seq ?? 0) + 1;
    last.set(conversation, { seq, at });
    const client_id = idOf(`line ${conversation} ${seq}`);
    return { tenant, conversation, seq, sender, client_id, text, at, cost };
  });
  await db.insertInto('message').values(messages).execute();
  for (const [id, { seq, at }] of last)
    await db
      .updateTable('conversation')
      .set({ last_seq: seq, last_at: at })
      .where('tenant', '=', tenant)
      .where('id', '=', id)
      .execute();
  await bookLines(
    db,
    tenant,
    me,
    sorted.filter(({ sender }) => sender === me.id),
  );
}

/** The entries of the lines that `me` paid for, oldest first. */
async function bookLines(db: Db, tenant: number, me: Teller, lines: readonly Line[]): Promise<void> {
  const [first] = lines;
  if (!first) return;
  const account = await db
    .selectFrom('account')
    .select(['credits', 'ledger_version'])
    .where('tenant', '=', tenant)
    .where('id', '=', me.id)
    .executeTakeFirstOrThrow();
  let { credits, ledger_version: version } = account;
  const booked = (change: number, at: Date) => {
    credits += change;
    version += 1;
    return { tenant, account: me.id, version, at, credits: change, balance: credits };
  };
  const spent = lines.reduce((sum, { cost }) => sum + cost, 0);
  const given = me.isPaid
    ? []
    : [{ ...booked(spent, first.at), book: 'bonus' as const, kind: 'bonus' as const, about: null }];
  const spending = lines.map(({ other, cost, at }) => {
    const entry = { book: 'spending', kind: 'message', about: other } as const;
    return { ...booked(-cost, at), ...entry };
  });
  await db
    .insertInto('ledger')
    .values([...given, ...spending])
    .execute();
  await db
    .updateTable('account')
    .set({ credits, ledger_version: version })
    .where('tenant', '=', tenant)
    .where('id', '=', me.id)
    .execute();
}

/** Both sides have read everything, but for the last `unread` messages, which `me` has not. */
async function markRead(db: Db, tenant: number, pair: Pair, me: string, unread: number): Promise<void> {
  const [one, two] = ordered(pair);
  const isOne = me === one;
  await db
    .updateTable('conversation')
    .set(({ ref, eb }) => ({
      one_unread: isOne ? unread : 0,
      two_unread: isOne ? 0 : unread,
      one_read: isOne ? eb(ref('last_seq'), '-', unread) : ref('last_seq'),
      two_read: isOne ? ref('last_seq') : eb(ref('last_seq'), '-', unread),
    }))
    .where('tenant', '=', tenant)
    .where('one', '=', one)
    .where('two', '=', two)
    .execute();
}
