// Begins a signup anew in the browser that made it: account and mailed links stay, the form replaces the one before (decisions E1).
import { sql } from 'kysely';
import type { BaseCtx, EmittedEvent } from '../../context.ts';
import type { Db } from '../../db/index.ts';
import { endOtherAccess, logOutAll } from '../../auth/end-sessions.ts';
import { lockUnconfirmed } from '../../auth/unconfirmed-account.ts';
import type { ExistingAccount } from './address-state.ts';
import { reachableMember } from './new-member.ts';
import type { SignupData } from './signup-form.ts';

/**
 * Also ends the account's sessions, passkeys and exports, since who fills in the form may be another person; returns the events that log their tabs out. Null, changing nothing, when the
 * account is confirmed or has another address by now.
 */
export async function beginAnew(
  db: Db,
  { tenant, cookieHash, now }: Pick<BaseCtx, 'tenant' | 'cookieHash' | 'now'>,
  { id, signup_member }: ExistingAccount,
  { email, language, member, profile, tracking }: SignupData,
  password_hash: string,
): Promise<EmittedEvent[] | null> {
  if (!(await lockUnconfirmed(db, tenant, { id, email }))) return null;
  const events = await logOutAll(db, tenant, id, cookieHash);
  await endOtherAccess(db, tenant, id);
  await db
    .updateTable('profile')
    .set({ ...profile, interests: [...profile.interests], city: null, last_active: now() })
    .where('tenant', '=', tenant)
    .where('id', '=', id)
    .execute();
  await db
    .updateTable('account')
    .set({
      password_hash,
      language,
      accepted_terms_at: now(),
      consented_at: now(),
      consent_withdrawn_at: null,
      activation_asked_at: now(),
      signup_member: (await reachableMember(db, tenant, member)) ?? signup_member,
      signup_steps: sql<string[]>`'{}'`,
      ...(Object.keys(tracking).length > 0 ? { tracking } : {}),
    })
    .where('tenant', '=', tenant)
    .where('id', '=', id)
    .execute();
  return events;
}
