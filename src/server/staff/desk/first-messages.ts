// First messages that wait for staff: what one member's say, and delivering or dropping them.
import type { StaffInput, StaffOutput } from '#contract/staff';
import { signsOf, wordPatterns } from '#domain/scam-guard';
import type { Site } from '#site/load';
import type { EmittedEvent } from '../../context.ts';
import type { Db } from '../../db/index.ts';
import { Refusal } from '../../http/refusal.ts';
import { type ContactOutcome, decideContact, readContact } from '../../modules/chats/decide-contact.ts';
import { decideMember } from '../../modules/safety/decide-member.ts';
import { decisionsAbout } from '../../modules/safety/decide-report.ts';
import { readWordChanges } from '../../modules/safety/word-changes.ts';
import type { Services } from '../../services.ts';
import type { AuditNote } from '../audit.ts';
import { shownDecision } from './shown-decision.ts';

/** Null when nothing of the member waits. */
export async function readFirstMessages(
  db: Db,
  tenant: number,
  account: string,
): Promise<StaffOutput<'contacts.show'>['contact'] | null> {
  const waiting = await readContact(db, tenant, account);
  const last = waiting.at(-1)?.id;
  if (last === undefined) return null;
  const words = wordPatterns(await readWordChanges(db, tenant));
  const messages = waiting.map(({ to, at, text, gift, picture, voice }) => ({
    ...{ to, at: at.toISOString(), text, signs: signsOf(text, words), gift, picture: picture !== null },
    voice: voice !== null,
  }));
  return { account, last, messages, before: (await decisionsAbout(db, tenant, account)).map(shownDecision) };
}

interface Deciding {
  readonly db: Db;
  readonly services: Pick<Services, 'queue' | 'now'>;
  readonly site: Site;
  readonly operator: string;
}

interface Decided {
  readonly outcome: ContactOutcome;
  readonly note: AuditNote;
  /** For the tabs of both members, once this is committed. */
  readonly emitted: readonly EmittedEvent[];
}

/** Null when nothing of the member waits. Throws a Refusal when what was read is decided already. */
export async function decideFirstMessages(
  { db, services, site, operator }: Deciding,
  { id: account, last, verdict, reason }: Omit<StaffInput<'contacts.decide'>, 'brand'>,
): Promise<Decided | null> {
  const { id: tenant } = site;
  const { queue, now } = services;
  if ((await readContact(db, tenant, account)).length === 0) return null;
  const emitted: EmittedEvent[] = [];
  const delivery = { db, tenant, site, now, emit: (...each: EmittedEvent) => void emitted.push(each) };
  const outcome = await decideContact(delivery, { account, last, isSent: verdict.action === 'send' });
  if (!outcome) throw new Refusal('already_decided');
  if (verdict.action === 'drop') {
    const { facts } = verdict;
    const measure = { action: 'warn', rule: 'scam', ...(facts ? { facts } : {}) } as const;
    await decideMember(db, queue, { tenant, account, operator, note: reason, now: now(), measure });
  }
  return {
    ...{ emitted, outcome },
    note: { subject: `member ${account}`, reason, after: { first_messages: verdict.action, ...outcome } },
  };
}
