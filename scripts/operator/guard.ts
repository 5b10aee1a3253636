// Orders about the scam guard: first messages that wait, and the words it looks for; printed as JSON.
import { type WordKind, wordKinds } from '#contract/safety';
import { wordLanguages } from '#contract/staff-guard';
import { bankWord } from '#domain/scam-guard';
import type { Db, OpenDatabase } from '#server/db/index';
import { Refusal } from '#server/http/refusal';
import { storeAndPublish } from '#server/live/hub';
import type { Queue } from '#server/queue';
import { type AuditNote, inAuditIfFound } from '#server/staff/audit';
import { decideFirstMessages, readFirstMessages } from '#server/staff/desk/first-messages';
import { guardWords, setGuardWord } from '#server/staff/desk/guard-words';
import type { Site } from '#site/load';
import { UsageError } from '../arguments.ts';
import { idIn, type Signed, signed } from './desk-orders.ts';
import { sitesOf } from './sites.ts';

export const guardUsage = {
  calls: `       npm run operator -- contact show MEMBER
       npm run operator -- contact send|drop MEMBER --last NUMBER --as NAME --because TEXT
       npm run operator -- words list NICHE
       npm run operator -- words on|off NICHE --word WORD --about ${wordKinds.join('|')} --language LANGUAGE --as NAME --because TEXT`,
  explained: `contact is about the first messages of a member that wait: --last is the last one that was read, as contact show says; those that
are dropped warn their sender, who is told the --facts. words are those of the scam guard; LANGUAGE is ${wordLanguages.join(', ')}.`,
} as const;

export const guardOptions = {
  last: { type: 'string' },
  word: { type: 'string' },
  about: { type: 'string' },
  language: { type: 'string' },
} as const;

/** Characters of a word. */
const LONGEST = 40;
type Language = (typeof wordLanguages)[number];

export type GuardOrder = { readonly kind: 'guard' } & (
  | { readonly what: 'show'; readonly id: string }
  | ({ readonly what: 'send' | 'drop'; readonly id: string; readonly last: number; readonly facts?: string } & Signed)
  | { readonly what: 'list'; readonly brand: string }
  | ({ readonly what: 'on' | 'off'; readonly brand: string; readonly word: string } & Signed & {
        readonly about: WordKind;
        readonly language: Language;
      })
);

interface Typed {
  readonly as?: string | undefined;
  readonly because?: string | undefined;
  readonly facts?: string | undefined;
  readonly last?: string | undefined;
  readonly word?: string | undefined;
  readonly about?: string | undefined;
  readonly language?: string | undefined;
}

/** Null when what was typed is another kind of order. */
export function guardOrder([first, what = '', named = '']: readonly string[], typed: Typed): GuardOrder | null {
  const kind = 'guard';
  if (first === 'contact') {
    if (what === 'show') return { kind, what, id: idIn(named) };
    if (what !== 'send' && what !== 'drop') throw new UsageError('The second word is show, send or drop.');
    const facts = what === 'drop' && typed.facts ? { facts: typed.facts } : {};
    return { kind, what, id: idIn(named), last: lastIn(typed), ...facts, ...signed(typed) };
  }
  if (first !== 'words') return null;
  if (what !== 'list' && what !== 'on' && what !== 'off') throw new UsageError('The second word is list, on or off.');
  if (named === '') throw new UsageError(`words ${what} takes a niche.`);
  return what === 'list'
    ? { kind, what, brand: named }
    : { kind, what, brand: named, ...wordIn(typed), ...signed(typed) };
}

function lastIn({ last }: Typed): number {
  const number = Number(last);
  if (Number.isSafeInteger(number) && number >= 1) return number;
  throw new UsageError('--last is the number that contact show prints.');
}

function wordIn({ word = '', about, language }: Typed) {
  const kind = wordKinds.find((each) => each === about);
  const spoken = wordLanguages.find((each) => each === language);
  if (!kind) throw new UsageError(`--about is one of ${wordKinds.join(', ')}.`);
  if (!spoken) throw new UsageError(`--language is one of ${wordLanguages.join(', ')}.`);
  if (word === '' || word.length > LONGEST) throw new UsageError(`--word takes up to ${LONGEST} characters.`);
  return { word, about: kind, language: spoken };
}

interface Given {
  readonly database: OpenDatabase;
  readonly queue: Queue;
  readonly sites: readonly Site[];
  readonly now: Date;
}

export async function carryOutGuard(given: Given, order: GuardOrder): Promise<string[]> {
  const { database, sites, now } = given;
  if (order.what === 'list') return listLines(given, order.brand);
  const name = 'operator' in order ? order.operator : 'command line';
  const call = `operator ${'brand' in order ? 'words' : 'contact'} ${order.what}`;
  for (const site of 'brand' in order ? sitesOf(sites, order.brand) : sites) {
    const place = { tenant: site.id, at: now, call, actor: { id: null, name, role: null } };
    const done = await inAuditIfFound(database, place, async (db, note) => {
      const found = await inNiche(db, given, site, order).catch(explain);
      if (found) await note(found.note);
      return found;
    });
    if (done) return [JSON.stringify({ brand: site.folder, ...done.answer })];
  }
  throw new UsageError(`No first message of ${'id' in order ? order.id : ''} waits.`);
}

type LoggedOrder = Exclude<GuardOrder, { readonly what: 'list' }>;

/** What is printed, and what the log says about it; null when nothing of the member waits in this niche. */
interface Found {
  readonly answer: object;
  readonly note: AuditNote;
}

async function inNiche(db: Db, { queue, now }: Given, site: Site, order: LoggedOrder): Promise<Found | null> {
  const { id: tenant } = site;
  if (order.what === 'show') {
    const contact = await readFirstMessages(db, tenant, order.id);
    return contact && { answer: contact, note: { subject: `member ${order.id}` } };
  }
  const reason = order.because;
  if ('word' in order) {
    const { about: kind, language, word, what } = order;
    const note = await setGuardWord(db, tenant, { kind, language, word, is_on: what === 'on', reason });
    return { answer: { word: bankWord(word), set: what }, note };
  }
  const { id, last, facts, operator, what } = order;
  const verdict = what === 'send' ? { action: what } : { action: what, ...(facts ? { facts } : {}) };
  const decided = await decideFirstMessages(
    { db, services: { queue, now: () => now }, site, operator },
    { id, last, verdict, reason },
  );
  if (!decided) return null;
  await storeAndPublish(db, tenant, now, decided.emitted);
  return { answer: { id, first_messages: what, ...decided.outcome }, note: decided.note };
}

/** A refusal as a sentence for the terminal; the transaction is rolled back. */
function explain(error: unknown): never {
  if (!(error instanceof Refusal)) throw error;
  throw new UsageError(error.code === 'already_decided' ? 'It is decided already.' : 'The word is too short.');
}

async function listLines({ database, sites }: Given, brand: string): Promise<string[]> {
  const [site] = sitesOf(sites, brand);
  if (!site) return [];
  const words = await database.inTenant(site.id, (db) => guardWords(db, site.id));
  return words.map((word) => JSON.stringify({ brand, ...word }));
}
