// Calls of staff about the scam guard: first messages that wait, and the words it looks for.
import type { StoredEvent } from '../../live/hub.ts';
import { storeEventsNow } from '../../live/hub.ts';
import type { EmittedEvent } from '../../context.ts';
import { bankWord, OUR_WORDS, signsOf, wordPatterns } from '#domain/scam-guard';
import { Refusal } from '../../http/refusal.ts';
import { decideContact, readContact } from '../../modules/chats/decide-contact.ts';
import { decideMember } from '../../modules/safety/decide-member.ts';
import { decisionsAbout } from '../../modules/safety/decide-report.ts';
import { readWordChanges, setWordChange } from '../../modules/safety/word-changes.ts';
import { audited, change } from '../audit.ts';
import { brandOf } from '../brands.ts';
import type { StaffHandler } from '../context.ts';
import { shownDecision } from './shown-decision.ts';

export const showContact: StaffHandler<'contacts.show'> = (ctx, { brand, id }) => {
  const { id: tenant } = brandOf(ctx.services, brand);
  return audited(ctx, tenant, async (db, note) => {
    const waiting = await readContact(db, tenant, id);
    const last = waiting.at(-1)?.id;
    if (last === undefined) throw new Refusal('not_found');
    await note({ subject: `member ${id}` });
    const words = wordPatterns(await readWordChanges(db, tenant));
    const messages = waiting.map(({ to, at, text, gift, picture, voice }) => ({
      ...{ to, at: at.toISOString(), text, signs: signsOf(text, words), gift, picture: picture !== null },
      voice: voice !== null,
    }));
    const before = (await decisionsAbout(db, tenant, id)).map(shownDecision);
    return { contact: { account: id, last, messages, before } };
  });
};

export const decideContactCall: StaffHandler<'contacts.decide'> = async (ctx, input) => {
  const { brand, id: account, last, verdict, reason } = input;
  const { services, now } = ctx;
  const site = brandOf(services, brand);
  const tenant = site.id;
  let events: readonly StoredEvent[] = [];
  const answer = await change(ctx, tenant, async (db, note) => {
    if ((await readContact(db, tenant, account)).length === 0) throw new Refusal('not_found');
    const emitted: EmittedEvent[] = [];
    const delivery = { db, tenant, site, now: services.now, emit: (...each: EmittedEvent) => void emitted.push(each) };
    const messages = await decideContact(delivery, { account, last, isSent: verdict.action === 'send' });
    if (messages === 0) throw new Refusal('already_decided');
    if (verdict.action === 'drop') {
      const { facts } = verdict;
      const measure = { action: 'warn', rule: 'scam', ...(facts ? { facts } : {}) } as const;
      const deciding = { tenant, account, operator: ctx.staff().email, note: reason, now };
      await decideMember(db, services.queue, { ...deciding, measure });
    }
    events = await storeEventsNow(db, tenant, now, emitted);
    await note({ subject: `member ${account}`, reason, after: { first_messages: verdict.action, messages } });
    return null;
  });
  services.hub.publish(events);
  return answer;
};

/** Fewer would be found in every message. */
const LETTERS = /[\p{L}\p{Nd}]/gu;

const key = ({ kind, word }: { kind: string; word: string }): string => `${kind} ${word}`;

export const listWords: StaffHandler<'words.list'> = async ({ services }, { brand }) => {
  const { id: tenant } = brandOf(services, brand);
  const changes = await services.database.inTenant(tenant, (db) => readWordChanges(db, tenant));
  const off = new Set(changes.filter(({ is_off: isOff }) => isOff).map(key));
  const ours = OUR_WORDS.map((word) => ({ ...word, is_on: !off.has(key(word)), is_ours: true }));
  const own = changes
    .filter(({ is_off: isOff }) => !isOff)
    .map(({ kind, language, word }) => ({ kind, language, word, is_on: true, is_ours: false }));
  return { words: [...own, ...ours] };
};

export const setWord: StaffHandler<'words.set'> = (
  ctx,
  { brand, kind, language, word: typed, is_on: isOn, reason },
) => {
  const { id: tenant } = brandOf(ctx.services, brand);
  const word = bankWord(typed);
  if ((word.match(LETTERS)?.length ?? 0) < 3) throw new Refusal('invalid', { fields: { word: 'too_short' } });
  return change(ctx, tenant, async (db, note) => {
    const isOurs = OUR_WORDS.some((each) => key(each) === key({ kind, word }));
    await setWordChange(db, { tenant, kind, language, word, isOn, isOurs });
    await note({ subject: `scam word ${kind}`, reason, after: { word, language, is_on: isOn } });
    return null;
  });
};
