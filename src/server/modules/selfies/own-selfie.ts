// Where the caller's main photo stands: verified, waiting for a person, refused, or not proven yet.
import type { OwnSelfie, SelfieReason } from '#contract/selfies';
import type { Db } from '../../db/index.ts';
import { profiles } from '../members/member-view.ts';
import { drawGesture } from './gesture.ts';

export interface Owner {
  readonly tenant: number;
  readonly account: string;
}

/** The main photo that others see, if there is one, and whether it is verified. */
export const readMain = (db: Db, { tenant, account }: Owner) =>
  profiles(db, tenant)
    .select(['p.verified', 'f.id as photo', 'f.file'])
    .where('p.id', '=', account)
    .executeTakeFirstOrThrow();

export async function readOwnSelfie(db: Db, owner: Owner, now: Date): Promise<OwnSelfie> {
  const { verified, photo } = await readMain(db, owner);
  if (verified) return { status: 'verified', reason: null, gesture: null };
  if (await isWaiting(db, owner)) return { status: 'pending', reason: null, gesture: null };
  if (photo === null) return { status: 'none', reason: null, gesture: null };
  const reason = await lastRefusal(db, owner, photo);
  return { status: reason ? 'rejected' : 'none', reason, gesture: await drawGesture(db, { ...owner, now }) };
}

async function isWaiting(db: Db, { tenant, account }: Owner): Promise<boolean> {
  const row = await db
    .selectFrom('selfie')
    .select('id')
    .where('tenant', '=', tenant)
    .where('account', '=', account)
    .where('decided_at', 'is', null)
    .executeTakeFirst();
  return row !== undefined;
}

/** Null when the last selfie for the photo proved it, or there was none. */
async function lastRefusal(db: Db, { tenant, account }: Owner, photo: string): Promise<SelfieReason | null> {
  const last = await db
    .selectFrom('moderation')
    .select(['action', 'reason'])
    .where('tenant', '=', tenant)
    .where('account', '=', account)
    .where('photo', '=', photo)
    .where('action', 'in', ['approve_selfie', 'reject_selfie'])
    .orderBy('at', 'desc')
    .limit(1)
    .executeTakeFirst();
  return last?.action === 'reject_selfie' ? (last.reason as SelfieReason) : null;
}
