// The lives of the demo logins: likes, matches and conversations with seeded members.
import { readFileSync } from 'node:fs';
import { seeks } from '#domain/matching';
import type { Db } from '#server/db/index';
import type { SeedMember } from './members.ts';
import { idOf } from './random.ts';

/** Conversations by their lines, which the two sides say in turn. */
interface Talk {
  readonly long: readonly string[];
  readonly short: readonly (readonly string[])[];
}
const talk = JSON.parse(readFileSync(new URL('talk.json', import.meta.url), 'utf8')) as Talk;

const HOUR = 3_600_000;
/** Price of a message of the demo login in credits. */
const COST = 1;

interface Line {
  readonly conversation: string;
  readonly sender: string;
  /** The other side of the conversation. */
  readonly other: string;
  readonly text: string;
  readonly at: Date;
  readonly cost: number;
}

/** Writes the lives of the logins among `members`, who are all members written so far. */
export async function writeLives(db: Db, tenant: number, members: readonly SeedMember[], now: Date): Promise<void> {
  for (const member of members) {
    const suited = partnersOf(member, members);
    if (member.demo?.kind === 'lively') await writeLively(db, tenant, member, suited, now);
    if (member.demo?.kind === 'waiting') await writeWaiting(db, tenant, member, suited, now);
  }
}

/** Members who suit a member and can be reached, those of the same country and of about the same age first. */
function partnersOf({ profile: me }: SeedMember, members: readonly SeedMember[]): SeedMember[] {
  const wants = (one: SeedMember['profile'], other: SeedMember['profile']): boolean =>
    seeks(one)?.includes(other.gender) ?? false;
  const suited = members.filter(
    ({ demo, account, profile }) =>
      !demo && account.status === 'active' && profile.visible && wants(me, profile) && wants(profile, me),
  );
  const distance = ({ profile }: SeedMember): number =>
    (profile.country === me.country ? 0 : 200) + Math.abs(yearOf(profile.birth_date) - yearOf(me.birth_date));
  return suited.toSorted((a, b) => distance(a) - distance(b));
}

const yearOf = (date: string): number => Number(date.slice(0, 4));

async function writeLively(db: Db, tenant: number, { profile: me }: SeedMember, suited: SeedMember[], now: Date) {
  const real = suited.filter(({ profile }) => !profile.fictional).map(({ profile }) => profile.id);
  const fictional = suited.find(({ profile }) => profile.fictional)?.profile.id;
  const [first, second, third, fourth, fifth, ...others] = real;
  if (!first || !second || !third || !fourth || !fifth) return;
  // Three matches; four more like the member, three of them unseen; the member likes two more.
  const received = [first, second, third, ...others.slice(0, 4)];
  const sent = [first, second, third, ...others.slice(4, 6)];
  const likes = [
    ...received.map((liker, at) => ({ liker, liked: me.id, seen: at < 4 })),
    ...sent.map((liked) => ({ liker: me.id, liked, seen: true })),
  ];
  await db
    .insertInto('member_like')
    .values(likes.map((like, at) => ({ tenant, ...like, at: hoursBefore(now, 5 * (likes.length - at)) })))
    .execute();

  const start = earliest(now);
  const from = (hours: number): Date => new Date(Math.max(start.getTime(), hoursBefore(now, hours).getTime()));
  const [chat = [], unanswered = [], greeting = [], story = []] = talk.short;
  // The last lines of the second and the fourth conversation are unread.
  const talks = [
    { other: first, lines: talk.long, begin: start, end: from(20), meFirst: true, unread: 0 },
    { other: second, lines: chat, begin: from(30), end: from(1), meFirst: true, unread: 2 },
    { other: third, lines: unanswered, begin: from(9), end: from(9), meFirst: true, unread: 0 },
    { other: fourth, lines: greeting, begin: from(3), end: from(3), meFirst: false, unread: 1 },
    ...(fictional
      ? [{ other: fictional, lines: story, begin: from(52), end: from(50), meFirst: true, unread: 0 }]
      : []),
  ];
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
  await writeLines(db, tenant, me.id, lines);
  for (const { other, unread } of talks) await markRead(db, tenant, [me.id, other], me.id, unread);
}

async function writeWaiting(db: Db, tenant: number, { profile: me }: SeedMember, suited: SeedMember[], now: Date) {
  const [other] = suited;
  const [text] = talk.short[4] ?? [];
  if (!other || !text) return;
  const at = new Date(Math.max(earliest(now).getTime(), hoursBefore(now, 1).getTime()));
  const conversation = await openConversation(db, tenant, [me.id, other.profile.id], me.id, at);
  const client_id = idOf(`held ${conversation}`);
  await db.insertInto('held_message').values({ tenant, conversation, sender: me.id, client_id, text, at }).execute();
}

const hoursBefore = (now: Date, hours: number): Date => new Date(now.getTime() - hours * HOUR);

/** Three weeks ago, or the start of the month: messages are stored by month, and earlier months may not exist. */
function earliest(now: Date): Date {
  const month = Date.UTC(now.getUTCFullYear(), now.getUTCMonth());
  return new Date(Math.max(month, hoursBefore(now, 21 * 24).getTime()));
}

type Pair = readonly [string, string];

/** The database's order of the ids. */
const ordered = ([a, b]: Pair): Pair => (a < b ? [a, b] : [b, a]);

async function openConversation(db: Db, tenant: number, pair: Pair, starter: string, at: Date): Promise<string> {
  const [one, two] = ordered(pair);
  const id = idOf(`conversation ${one} ${two}`);
  await db.insertInto('conversation').values({ tenant, id, one, two, starter, created_at: at, last_at: at }).execute();
  return id;
}

/**
 * Writes the messages, each with its number in its conversation, and the entries of those that `me` paid for. In bulk: one
 * statement a message, as the product sends them, would take half a minute for all sites.
 */
async function writeLines(db: Db, tenant: number, me: string, lines: readonly Line[]): Promise<void> {
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
    sorted.filter(({ sender }) => sender === me),
  );
}

/** The entries of the lines that `me` paid for, oldest first. */
async function bookLines(db: Db, tenant: number, me: string, lines: readonly Line[]): Promise<void> {
  const account = await db
    .selectFrom('account')
    .select(['credits', 'ledger_version'])
    .where('tenant', '=', tenant)
    .where('id', '=', me)
    .executeTakeFirstOrThrow();
  let { credits, ledger_version: version } = account;
  const entries = lines.map(({ other, cost, at }) => {
    credits -= cost;
    version += 1;
    const entry = { book: 'spending', kind: 'message', credits: -cost, balance: credits, about: other } as const;
    return { tenant, account: me, version, at, ...entry };
  });
  await db.insertInto('ledger').values(entries).execute();
  await db
    .updateTable('account')
    .set({ credits, ledger_version: version })
    .where('tenant', '=', tenant)
    .where('id', '=', me)
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
