// The lives of the demo logins: likes, matches and conversations with seeded members.
import { readFileSync } from 'node:fs';
import { seeks } from '#domain/matching';
import type { Db } from '#server/db/index';
import type { DemoLogin } from './demo.ts';
import type { SeedMember } from './members.ts';
import { idOf } from './random.ts';
import { openConversation, type Talk, writeTalks } from './talks.ts';

/** Conversations by their lines, which the two sides say in turn. */
interface Texts {
  readonly long: readonly string[];
  readonly short: readonly (readonly string[])[];
}
const texts = JSON.parse(readFileSync(new URL('talk.json', import.meta.url), 'utf8')) as Texts;
const [chat = [], unanswered = [], greeting = [], story = [], held = []] = texts.short;

/** A conversation that began and ended so many hours ago, by default with a real member. */
interface PlannedTalk extends Pick<Talk, 'lines' | 'meFirst' | 'unread'> {
  readonly from: number;
  readonly until: number;
  readonly isFictional?: boolean;
}

/** What has happened to a login, by numbers of members: likes of both sides, and conversations. */
interface Life {
  readonly matches: number;
  readonly admirers: number;
  /** Of those who like the login. */
  readonly unseen: number;
  readonly admired: number;
  readonly talks: readonly PlannedTalk[];
}

/** Three weeks ago. */
const LONG_AGO = 21 * 24;
const GREETED: PlannedTalk = { lines: greeting, from: 3, until: 3, meFirst: false, unread: 1 };
const CHATTED: PlannedTalk = { lines: chat, from: 30, until: 1, meFirst: true, unread: 2 };
const OF_FICTION: PlannedTalk = { lines: story, from: 52, until: 50, meFirst: true, unread: 0, isFictional: true };
/** A free member may begin two conversations only, so these were begun by the others. */
const BEGUN_BY_OTHERS: readonly PlannedTalk[] = [
  { lines: story, from: 60, until: 55, meFirst: false, unread: 0 },
  { lines: chat.slice(0, 5), from: 30, until: 2, meFirst: false, unread: 1 },
  GREETED,
];
const FREE: Life = { matches: 2, admirers: 3, unseen: 2, admired: 1, talks: BEGUN_BY_OTHERS };
/** No one finds a member who is not confirmed, so no one writes. */
const UNCONFIRMED: Life = { matches: 1, admirers: 3, unseen: 2, admired: 1, talks: [] };
const LIVES: Readonly<Record<DemoLogin['kind'], Life>> = {
  free: FREE,
  zero: FREE,
  premium: { matches: 2, admirers: 4, unseen: 2, admired: 2, talks: [CHATTED, GREETED, OF_FICTION] },
  unconfirmed: UNCONFIRMED,
  waiting: UNCONFIRMED,
  lively: {
    ...{ matches: 3, admirers: 4, unseen: 3, admired: 2 },
    talks: [
      { lines: texts.long, from: LONG_AGO, until: 20, meFirst: true, unread: 0 },
      CHATTED,
      { lines: unanswered, from: 9, until: 9, meFirst: true, unread: 0 },
      GREETED,
      OF_FICTION,
    ],
  },
};

const HOUR = 3_600_000;
/** Real members who talk with a login; the first of them are its matches. */
const TALKERS = 5;
/** Logins of one place meet others, so many members further on. */
const CIRCLE = 12;

/** Writes the lives of the logins among `members`, who are all members written so far. */
export async function writeLives(db: Db, tenant: number, members: readonly SeedMember[], now: Date): Promise<void> {
  for (const [at, member] of members.entries()) {
    if (!member.demo) continue;
    const { kind, paid: isPaid } = member.demo;
    const met = circleOf(partnersOf(member, members), kind === 'lively' ? 0 : 1 + (at % 4));
    const people = met.filter(({ profile }) => !profile.fictional).map(({ profile }) => profile.id);
    const fictional = met.find(({ profile }) => profile.fictional)?.profile.id;
    const me = { id: member.profile.id, isPaid };
    if (people.length >= TALKERS) {
      await writeLikes(db, tenant, me.id, { life: LIVES[kind], people, now });
      await writeTalks(db, tenant, me, talksOf(LIVES[kind], people, fictional, now));
    }
    if (kind === 'waiting') await writeWaiting(db, tenant, me.id, people[0], now);
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

function circleOf(suited: SeedMember[], circle: number): SeedMember[] {
  const from = circle * CIRCLE;
  return suited.length >= from + CIRCLE ? suited.slice(from) : suited;
}

interface Meeting {
  readonly life: Life;
  readonly people: readonly string[];
  readonly now: Date;
}

async function writeLikes(db: Db, tenant: number, me: string, { life, people, now }: Meeting): Promise<void> {
  const matches = people.slice(0, life.matches);
  const others = people.slice(TALKERS);
  const received = [...matches, ...others.slice(0, life.admirers)];
  const sent = [...matches, ...others.slice(life.admirers, life.admirers + life.admired)];
  const likes = [
    ...received.map((liker, at) => ({ liker, liked: me, seen: at < received.length - life.unseen })),
    ...sent.map((liked) => ({ liker: me, liked, seen: true })),
  ];
  await db
    .insertInto('member_like')
    .values(likes.map((like, at) => ({ tenant, ...like, at: hoursBefore(now, 5 * (likes.length - at)) })))
    .execute();
}

function talksOf({ talks }: Life, people: readonly string[], fictional: string | undefined, now: Date): Talk[] {
  const start = earliest(now).getTime();
  const before = (hours: number): Date => new Date(Math.max(start, hoursBefore(now, hours).getTime()));
  return talks.flatMap(({ from, until, isFictional, ...talk }, at) => {
    const other = isFictional ? fictional : people[at];
    return other ? [{ ...talk, other, begin: before(from), end: before(until) }] : [];
  });
}

async function writeWaiting(db: Db, tenant: number, me: string, other: string | undefined, now: Date): Promise<void> {
  const [text] = held;
  if (!other || !text) return;
  const at = new Date(Math.max(earliest(now).getTime(), hoursBefore(now, 1).getTime()));
  const conversation = await openConversation(db, tenant, [me, other], me, at);
  const client_id = idOf(`held ${conversation}`);
  await db.insertInto('held_message').values({ tenant, conversation, sender: me, client_id, text, at }).execute();
}

const hoursBefore = (now: Date, hours: number): Date => new Date(now.getTime() - hours * HOUR);

/** Three weeks ago, or the start of the month: messages are stored by month, and earlier months may not exist. */
function earliest(now: Date): Date {
  const month = Date.UTC(now.getUTCFullYear(), now.getUTCMonth());
  return new Date(Math.max(month, hoursBefore(now, 21 * 24).getTime()));
}
