// Decisions about reports by a person: which reports wait, what one shows, and deciding it once.
import type { PhotoReason } from '#contract/photos';
import type { Db } from '../../db/index.ts';
import { reportOutcome } from '../../mail/report.ts';
import type { ReportEvidence } from '../../db/tables/report.ts';
import { photoRejectedMail } from '../../mail/photo-rejected.ts';
import type { Queue } from '../../queue.ts';
import { removeSentPicture } from '../chats/chat-files.ts';
import { decidePhoto } from '../photos/moderation.ts';
import { decideMember, type MemberMeasure } from './decide-member.ts';
import { type Deciding, recordDecision } from './record-decision.ts';

export type Measure =
  MemberMeasure | { readonly action: 'close' } | { readonly action: 'remove_photo'; readonly reason: PhotoReason };

interface ReportDecision extends Deciding {
  readonly report: string;
  readonly measure: Measure;
  /** Told to the reporter, in their language. */
  readonly answer?: string;
}

/** Why a report could not be decided as asked. */
export type Obstacle = 'unknown' | 'decided' | 'member_gone' | 'photo_gone';

export const openReports = (db: Db, tenant: number, limit: number) =>
  db
    .selectFrom('report')
    .select(['id', 'at', 'about', 'category', 'name', 'reported'])
    .where('tenant', '=', tenant)
    .where('status', '=', 'received')
    .orderBy('at')
    .orderBy('id')
    .limit(limit)
    .execute();

/** A report with its evidence, and what was decided about the reported member before. */
export async function readReport(db: Db, tenant: number, id: string) {
  const report = await db
    .selectFrom('report as r')
    .leftJoin('account as a', (join) => join.onRef('a.tenant', '=', 'r.tenant').onRef('a.id', '=', 'r.reporter'))
    .leftJoin('account as b', (join) => join.onRef('b.tenant', '=', 'r.tenant').onRef('b.id', '=', 'r.reported'))
    .select(['r.id', 'r.at', 'r.about', 'r.category', 'r.text', 'r.name', 'r.reporter', 'r.reported', 'r.evidence'])
    .select(['r.status', 'a.language as reporter_language', 'b.language as member_language'])
    .select('b.status as member_status')
    .where('r.tenant', '=', tenant)
    .where('r.id', '=', id)
    .executeTakeFirst();
  if (!report) return null;
  return { ...report, before: await decisionsAbout(db, tenant, report.reported) };
}

/** What was decided about a member before. */
export const decisionsAbout = (db: Db, tenant: number, account: string | null) =>
  db
    .selectFrom('moderation')
    .select(['at', 'operator', 'action', 'reason', 'until', 'note'])
    .where('tenant', '=', tenant)
    .where('account', '=', account)
    .where('action', 'not in', ['approve_photo', 'approve_selfie'])
    .orderBy('at')
    .limit(20)
    .execute();

/**
 * Decides a report, once: carries the measure out, records who took it and why, mails the reporter the outcome and the member the
 * reasons. Null when it is done. Throw on an obstacle, so that nothing of it stays.
 */
export async function decideReport(db: Db, queue: Queue, decision: ReportDecision): Promise<Obstacle | null> {
  const { tenant, report, measure, answer = null, now } = decision;
  const row = await db
    .updateTable('report')
    .set({ status: measure.action === 'close' ? 'no_action' : 'acted', decision: answer, decided_at: now })
    .where('tenant', '=', tenant)
    .where('id', '=', report)
    .where('status', '=', 'received')
    .returning(['reported', 'evidence'])
    .executeTakeFirst();
  if (!row) return (await readReport(db, tenant, report)) ? 'decided' : 'unknown';
  const done = await carryOut(db, queue, decision, row);
  if ('obstacle' in done) return done.obstacle;
  await queue.add(db, reportOutcome, { tenant, decision: done.id });
  return null;
}

interface Reported {
  readonly reported: string | null;
  readonly evidence: Pick<ReportEvidence, 'photo' | 'messages'>;
}
type Done = { readonly id: string } | { readonly obstacle: Obstacle };

async function carryOut(
  db: Db,
  queue: Queue,
  decision: ReportDecision,
  { reported, evidence }: Reported,
): Promise<Done> {
  const { tenant, measure } = decision;
  if (measure.action === 'close')
    return { id: await recordDecision(db, decision, { account: null, action: 'no_action', reason: null }) };
  if (reported === null) return { obstacle: 'member_gone' };
  if (measure.action !== 'remove_photo') {
    const id = await decideMember(db, queue, { ...decision, account: reported, measure });
    return id === null ? { obstacle: 'member_gone' } : { id };
  }
  const { reason } = measure;
  const picture = evidence.messages?.at(-1)?.picture;
  if (picture) return removePicture(db, queue, { decision, sender: reported, reason, token: picture.token });
  const photo = evidence.photo && (await photoWith(db, tenant, reported, evidence.photo.token));
  if (!photo) return { obstacle: 'photo_gone' };
  const verdict = { action: 'reject', reason } as const;
  const decided = await decidePhoto(db, queue, { ...decision, photo, verdict });
  return decided?.id ? { id: decided.id } : { obstacle: 'photo_gone' };
}

interface SentPicture {
  readonly decision: ReportDecision;
  readonly sender: string;
  readonly reason: PhotoReason;
  readonly token: string;
}

/** A picture of a reported message goes from the chat of both members. */
async function removePicture(db: Db, queue: Queue, { decision, sender, reason, token }: SentPicture): Promise<Done> {
  const { tenant, now } = decision;
  const removed = await removeSentPicture(db, { tenant, sender, token, now });
  if (!removed) return { obstacle: 'photo_gone' };
  const { hash } = removed;
  const id = await recordDecision(db, decision, { account: sender, action: 'reject_photo', reason, hash });
  await queue.add(db, photoRejectedMail, { tenant, decision: id });
  return { id };
}

const photoWith = async (db: Db, tenant: number, profile: string, token: string): Promise<string | null> =>
  (
    await db
      .selectFrom('photo')
      .select('id')
      .where('tenant', '=', tenant)
      .where('profile', '=', profile)
      .where('token', '=', token)
      .executeTakeFirst()
  )?.id ?? null;
