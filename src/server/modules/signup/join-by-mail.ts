// Joining where the answer may not tell whether the address has an account (decisions B6): the form waits for a job, which finds out.
import * as z from 'zod/mini';
import type { BaseCtx } from '../../context.ts';
import type { Db } from '../../db/index.ts';
import type { MemberData } from '../../db/tables/pending-signup.ts';
import { MAIL_RETRIES } from '../../mail/account-mail.ts';
import { askForActivation } from '../../mail/activation.ts';
import { deletionMail } from '../../mail/deletion.ts';
import { knownAddressMail } from '../../mail/known-address.ts';
import { takeMail } from '../../mail/mail-quota.ts';
import { jobKind } from '../../queue.ts';
import { type Services, siteOfTenant } from '../../services.ts';
import { accountWith, type ExistingAccount } from './address-state.ts';
import { lockAddress } from './lock-address.ts';
import { createMember } from './new-member.ts';
import type { SignupData } from './signup-form.ts';

/** `id`: the form that waits. The queue itself stores none of it. */
const formJob = z.strictObject({ tenant: z.int(), id: z.uuid() });
type FormJob = z.infer<typeof formJob>;

export const signupByMail = jobKind({
  name: 'signup_by_mail',
  data: formJob,
  retries: MAIL_RETRIES,
  ifGivenUp: 'kept for hours',
  run: joinOrMail,
});

/** Does the same work for every address. */
export async function keepForm(
  services: Services,
  db: Db,
  { tenant, now }: Pick<BaseCtx, 'tenant' | 'now'>,
  { email, language, tracking, member, profile }: SignupData,
  password_hash: string,
): Promise<void> {
  const id = crypto.randomUUID();
  const form: MemberData = { email, language, tracking, member, profile };
  await db
    .insertInto('pending_signup')
    .values({ tenant, id, at: now(), password_hash, form: JSON.stringify(form) })
    .execute();
  await services.queue.add(db, signupByMail, { tenant, id });
}

/** The reader of the mail decides: it confirms the new account, or says that there is one. */
async function joinOrMail(services: Services, { tenant, id }: FormJob): Promise<void> {
  await services.database.inTenant(tenant, async (db) => {
    const pending = await db
      .deleteFrom('pending_signup')
      .where('tenant', '=', tenant)
      .where('id', '=', id)
      .returning(['at', 'password_hash', 'form'])
      .executeTakeFirst();
    if (!pending) return;
    const { at, password_hash, form } = pending;
    await lockAddress(db, tenant, form.email);
    const existing = await accountWith(db, tenant, form.email);
    if (existing && existing.status !== 'not_confirmed') return mailOwner(services, db, tenant, existing);
    const ctx = { tenant, site: siteOfTenant(services, tenant), now: () => at };
    const login = { password_hash, login_after_confirming: true };
    const account = existing?.id ?? (await createMember(db, ctx, form, { ...login, isConfirmed: false }));
    if (account === null) throw new Error('The address of a waiting form was taken meanwhile.');
    await askForActivation(services, db, { tenant, account }, services.now());
  });
}

/** A mail to the address of an account, as far as its quota allows one. */
export async function mailOwner(
  { queue, now }: Services,
  db: Db,
  tenant: number,
  { id: account, email, status }: ExistingAccount,
): Promise<void> {
  if (!(await takeMail(db, { tenant, email, purpose: 'joining' }, now()))) return;
  await queue.add(db, status === 'pending_deletion' ? deletionMail : knownAddressMail, { tenant, account });
}
