// What staff see of a selfie beside the main photo, and their decision, for the console and the command line.
import type { Db } from '../../db/index.ts';
import { Refusal } from '../../http/refusal.ts';
import { decideSelfie, readSelfie } from '../../modules/selfies/decide-selfie.ts';
import { readMain } from '../../modules/selfies/own-selfie.ts';
import type { AuditNote } from '../audit.ts';

/** Null when it is gone. */
export async function readJudged(db: Db, tenant: number, id: string) {
  const found = await readSelfie(db, tenant, id);
  if (!found) return null;
  const { account, file, at, gesture } = found;
  const member = await db
    .selectFrom('profile')
    .select(['id as member', 'name', 'birth_date'])
    .where('tenant', '=', tenant)
    .where('id', '=', account)
    .executeTakeFirstOrThrow();
  const main = await readMain(db, { tenant, account });
  return {
    selfie: { id, at: at.toISOString(), gesture, ...member, verified: main.verified },
    file,
    photo: main.photo === null || main.file === null ? null : { id: main.photo, file: main.file },
  };
}

interface JudgedNote extends AuditNote {
  readonly before: { readonly verified: boolean };
  readonly after: { readonly verified: boolean };
}

/** What the log says about it; null when the selfie is gone. Throws a Refusal when the main photo is another one by now. */
export async function judgeSelfie(db: Db, decision: Parameters<typeof decideSelfie>[1]): Promise<JudgedNote | null> {
  const { selfie, verdict } = decision;
  const done = await decideSelfie(db, decision);
  if ('obstacle' in done) {
    if (done.obstacle === 'unknown') return null;
    throw new Refusal(done.obstacle);
  }
  return {
    subject: `selfie ${selfie}`,
    reason: verdict.action === 'reject' ? verdict.reason : null,
    before: { verified: done.wasVerified },
    after: { verified: verdict.action === 'approve' },
  };
}
