// Decisions about photos by a person: which photos wait, and approving or rejecting one with a reason.
import { sql } from 'kysely';
import type { PhotoReason } from '#contract/photos';
import type { Db } from '../../db/index.ts';
import { lockMember } from '../../db/lock-account.ts';
import type { PhotoStatus } from '../../db/tables/photo.ts';
import { storeAndPublish } from '../../live/hub.ts';
import { photoRejectedMail } from '../../mail/photo-rejected.ts';
import { looksLike } from '../../media/photo-hash.ts';
import type { Queue } from '../../queue.ts';
import { type Deciding, recordDecision } from '../safety/record-decision.ts';
import { chooseMain } from './own-photos.ts';

export interface WaitingPhoto {
  readonly id: string;
  readonly profile: string;
  readonly name: string;
  readonly file: string;
  readonly private: boolean;
  readonly at: Date;
}

/** Photos that wait for a decision, the oldest first. */
export const waitingPhotos = (db: Db, tenant: number, limit: number): Promise<WaitingPhoto[]> =>
  db
    .selectFrom('photo as f')
    .innerJoin('profile as p', (join) => join.onRef('p.tenant', '=', 'f.tenant').onRef('p.id', '=', 'f.profile'))
    .select(['f.id', 'f.profile', 'f.file', 'f.private', 'f.at', 'p.name'])
    .where('f.tenant', '=', tenant)
    .where('f.status', '=', 'pending')
    .orderBy('f.at')
    .orderBy('f.id')
    .limit(limit)
    .execute();

export type PhotoVerdict = { readonly action: 'approve' } | { readonly action: 'reject'; readonly reason: PhotoReason };

interface Decision extends Deciding {
  readonly photo: string;
  readonly verdict: PhotoVerdict;
}

/**
 * Carries out a decision and records who took it and why; the member is told of a rejection by mail. Answers the status before
 * and the id of the record, or null when there is no such photo. A decision that changes nothing is not recorded, unless it
 * decides a report.
 */
export async function decidePhoto(
  db: Db,
  queue: Queue,
  decision: Decision,
): Promise<{ readonly before: PhotoStatus; readonly id: string | null } | null> {
  const { tenant, photo, verdict, now } = decision;
  const found = await findPhoto(db, tenant, photo);
  if (!found) return null;
  await lockMember(db, tenant, found.profile);
  const row = await findPhoto(db, tenant, photo);
  if (!row) return null;
  const reason = verdict.action === 'reject' ? verdict.reason : null;
  const status = verdict.action === 'reject' ? 'rejected' : 'active';
  const isSame = row.status === status && row.reason === reason;
  if (isSame) return { before: row.status, id: decision.report ? await record(db, decision, row) : null };
  await db.updateTable('photo').set({ status, reason }).where('tenant', '=', tenant).where('id', '=', photo).execute();
  await chooseMain(db, tenant, row.profile);
  if (reason === null) await forgetRejections(db, tenant, 'photo', photo);
  const id = await record(db, decision, row);
  await storeAndPublish(db, tenant, now, [[{ type: 'user' }, { account: row.profile }]]);
  if (reason !== null) await queue.add(db, photoRejectedMail, { tenant, decision: id });
  return { before: row.status, id };
}

/**
 * Whether a person has rejected a picture that looks the same. One that showed someone else may be that person's own, so it is
 * refused to the member who had it only.
 */
export async function wasRejected(db: Db, tenant: number, account: string, hash: string): Promise<boolean> {
  const row = await db
    .selectFrom('moderation')
    .select('id')
    .where('tenant', '=', tenant)
    .where('hash', 'is not', null)
    .where(looksLike(sql.ref('hash'), hash))
    .where((is) => is.or([is('reason', '!=', 'someone_else'), is('account', '=', account)]))
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

const findPhoto = (db: Db, tenant: number, photo: string) =>
  db
    .selectFrom('photo')
    .select(['profile', 'status', 'reason', 'hash'])
    .where('tenant', '=', tenant)
    .where('id', '=', photo)
    .executeTakeFirst();

/** A picture that was rejected may come again: all decisions about a `photo`, or the one of an `id`. */
export const forgetRejections = (db: Db, tenant: number, by: 'photo' | 'id', value: string): Promise<unknown> =>
  db
    .updateTable('moderation')
    .set({ hash: null })
    .where('tenant', '=', tenant)
    .where(by, '=', value)
    .where('hash', 'is not', null)
    .execute();

const record = (
  db: Db,
  decision: Decision,
  { profile: account, hash }: { readonly profile: string; readonly hash: string | null },
): Promise<string> => {
  const { photo, verdict } = decision;
  return recordDecision(db, decision, {
    ...{ account, photo },
    ...(verdict.action === 'reject'
      ? { action: 'reject_photo', reason: verdict.reason, hash }
      : { action: 'approve_photo', reason: null, hash: null }),
  });
};
