// Decisions about selfies by a person: which wait, what the main photo is then, and the deletion that follows.
import * as z from 'zod/mini';
import type { SelfieReason } from '#contract/selfies';
import { MINUTE_MS } from '#domain/durations';
import { SELFIE } from '#domain/limits';
import type { Db } from '../../db/index.ts';
import { lockMember } from '../../db/lock-account.ts';
import { storeAndPublish } from '../../live/hub.ts';
import { photoCleanup } from '../../media/stray-photos.ts';
import { EVERY_FIVE_MINUTES, jobKind } from '../../queue.ts';
import { type Deciding, recordDecision } from '../safety/record-decision.ts';
import { readMain } from './own-selfie.ts';

/** Selfies that wait for a decision, the oldest first. */
export const waitingSelfies = (db: Db, tenant: number, limit: number) =>
  db
    .selectFrom('selfie')
    .select(['id', 'at', 'gesture'])
    .where('tenant', '=', tenant)
    .where('decided_at', 'is', null)
    .orderBy('at')
    .orderBy('id')
    .limit(limit)
    .execute();

export type SelfieVerdict =
  { readonly action: 'approve' } | { readonly action: 'reject'; readonly reason: SelfieReason };

interface Decision extends Deciding {
  readonly selfie: string;
  /** The main photo that it was compared with. */
  readonly photo: string;
  readonly verdict: SelfieVerdict;
}

type Done = { readonly wasVerified: boolean } | { readonly obstacle: 'unknown' | 'photo_gone' };

/** Carries out a decision and records who took it and why. It can be taken again until the selfie is deleted. */
export async function decideSelfie(db: Db, decision: Decision): Promise<Done> {
  const { tenant, selfie, photo, verdict, now } = decision;
  const found = await readSelfie(db, tenant, selfie);
  if (!found) return { obstacle: 'unknown' };
  const { account } = found;
  await lockMember(db, tenant, account);
  // Another one may have taken its place meanwhile.
  if (!(await readSelfie(db, tenant, selfie))) return { obstacle: 'unknown' };
  const main = await readMain(db, { tenant, account });
  if (main.photo !== photo) return { obstacle: 'photo_gone' };
  const isApproved = verdict.action === 'approve';
  await db
    .updateTable('profile')
    .set({ verified: isApproved })
    .where('tenant', '=', tenant)
    .where('id', '=', account)
    .execute();
  await db
    .updateTable('selfie')
    .set({ decided_at: now })
    .where('tenant', '=', tenant)
    .where('id', '=', selfie)
    .execute();
  const reason = verdict.action === 'reject' ? verdict.reason : null;
  const action = isApproved ? 'approve_selfie' : 'reject_selfie';
  await recordDecision(db, decision, { account, action, reason, photo });
  await storeAndPublish(db, tenant, now, [[{ type: 'user' }, { account }]]);
  return { wasVerified: main.verified };
}

export const readSelfie = (db: Db, tenant: number, id: string) =>
  db
    .selectFrom('selfie')
    .select(['account', 'file', 'gesture', 'at', 'decided_at'])
    .where('tenant', '=', tenant)
    .where('id', '=', id)
    .executeTakeFirst();

/** Deletes judged selfies: a slip can be put right for some minutes (decisions E88). */
export const judgedSelfies = jobKind({
  name: 'judged_selfies',
  data: z.strictObject({ tenant: z.int() }),
  schedule: { cron: EVERY_FIVE_MINUTES },
  run: async ({ database, queue, now }, { tenant }) => {
    const before = new Date(now().getTime() - SELFIE.undoMinutes * MINUTE_MS);
    await database.inTenant(tenant, async (db) => {
      const gone = await db
        .deleteFrom('selfie')
        .where('tenant', '=', tenant)
        .where('decided_at', '<=', before)
        .returning('id')
        .execute();
      if (gone.length > 0) await queue.add(db, photoCleanup, { tenant });
    });
  },
});
