// Changes the e-mail address by a link to the new one; the old one can undo it (decisions A-links).
import { sql } from 'kysely';
import { DISCLOSURE } from '#domain/limits';
import type { settings } from '#contract/settings';
import { asciiEmail, validateEmail } from '#domain/validation';
import { deleteActivationLinks } from '../../auth/activation-link.ts';
import { takenRefusal } from '../../auth/deletion-end.ts';
import { emailKey } from '../../auth/email-key.ts';
import { takeMailToken } from '../../auth/mail-token.ts';
import { endOtherAccess, logOutAll } from '../../auth/end-sessions.ts';
import { forgetNewEmail, newEmailUntil, setNewEmail } from '../../auth/new-email.ts';
import { renewSession } from '../../auth/renew-session.ts';
import type { Ctx, SerializedAnswer, StagedCtx } from '../../context.ts';
import { deletionMail } from '../../mail/deletion.ts';
import { emailAskedMail, emailChangedMail, emailLinkMail } from '../../mail/email-change.ts';
import { requireMail } from '../../mail/mail-quota.ts';
import type { Services } from '../../services.ts';
import { takeAddress } from '../../auth/unconfirmed-account.ts';
import { tellsOfAccounts, mayDisclose, recordDisclosure } from '../signup/disclosure.ts';
import { lockAddress } from '../signup/lock-address.ts';
import { type OwnAccount, ownAccount, passwordFault, passwordWasRight, refuseFields } from '../../auth/own-password.ts';

type ChangeCtx = StagedCtx<(typeof settings)['changeEmail']>;
type StoreCtx = Ctx<'account_blocked' | 'email_known' | 'email_deleting' | 'mail_limit'>;

export async function changeEmail(services: Services, ctx: ChangeCtx): Promise<SerializedAnswer> {
  const { account, typed } = await ctx.prepare(async (own, typed) => {
    const fault = validateEmail(asciiEmail(typed.email));
    if (fault) throw own.refuse('invalid', { fields: { email: fault } });
    // Only a confirmed address can be left by a link.
    if (own.member().status === 'not_confirmed')
      throw own.refuse(tellsOfAccounts(own) ? 'email_unconfirmed' : 'join_again');
    const account = await ownAccount(own);
    if (emailKey(account.email) === emailKey(typed.email))
      throw own.refuse('invalid', { fields: { email: 'email_own' } });
    return { account, typed };
  });
  const fault = await passwordFault(services, account, typed.password, 'password_old_wrong');
  if (fault) return refuseFields(ctx, { password: fault });
  return ctx.transaction(async (own) => {
    await passwordWasRight(own, account);
    await askForChange(services, own, account, asciiEmail(typed.email));
    return null;
  });
}

/** The address before is told, or a thief with the password could move the account before its owner hears of it. */
async function askForChange(
  services: Services,
  ctx: StoreCtx,
  { id, email: before }: Pick<OwnAccount, 'id' | 'email'>,
  email: string,
): Promise<void> {
  const { db, tenant } = ctx;
  if (tellsOfAccounts(ctx)) await refuseTaken(ctx, id, email);
  await requireMail(ctx, email, 'new_address');
  await requireMail(ctx, before, 'old_address');
  await setNewEmail(db, tenant, id, { email, until: newEmailUntil(ctx.now()) });
  await services.queue.add(db, emailLinkMail, { tenant, account: id, email });
  await services.queue.add(db, emailAskedMail, { tenant, account: id, email: before });
}

/** Also ends a link that is still on its way. */
export async function cancelEmailChange(ctx: Ctx<'link_expired'>): Promise<null> {
  if (!(await forgetNewEmail(ctx.db, ctx.tenant, ctx.member().id))) throw ctx.refuse('link_expired');
  return null;
}

/** An unconfirmed account does not hold its address. In a neutral brand only the link tells that the address is taken. */
async function refuseTaken(ctx: StoreCtx, id: string, email: string): Promise<void> {
  if (!(await mayDisclose(ctx.db, ctx, email))) throw atLimit(ctx);
  const other = await otherAccount(ctx, id, email);
  if (!other || other.status === 'not_confirmed') return;
  if (!(await recordDisclosure(ctx.db, ctx, email))) throw atLimit(ctx);
  throw takenRefusal(ctx, other);
}

const otherAccount = ({ db, tenant }: Pick<Ctx, 'db' | 'tenant'>, id: string, email: string) =>
  db
    .selectFrom('account')
    .select(['id', 'status', 'deleted_at'])
    .where('tenant', '=', tenant)
    .where('email_key', '=', emailKey(email))
    .where('id', '!=', id)
    .executeTakeFirst();

const atLimit = (ctx: StoreCtx) => ctx.refuse('too_many_requests', { retryAfter: DISCLOSURE.perSeconds });

type FinishCtx = Ctx<'link_expired' | 'email_known'>;

/**
 * The link is used up by the first form that sends it. All sessions end: the browser that confirms gets a new one if it had one of the
 * account, the one that undoes a change does not.
 */
export async function finishEmailChange(services: Services, ctx: FinishCtx, token: string): Promise<{ changed: true }> {
  const { db, tenant } = ctx;
  const link = await takeMailToken(db, tenant, token, ['email', 'email_undo'], ctx.now());
  if (!link?.email) throw ctx.refuse('link_expired');
  const { account, email, purpose } = link;
  await lockAddress(db, tenant, email);
  const other = await otherAccount(ctx, account, email);
  if (other && !(other.status === 'not_confirmed' && (await takeAddress(db, tenant, { id: other.id, email }))))
    throw ctx.refuse('email_known');
  const { email: before, status } = await moveAddress(ctx, account, email);
  await deleteActivationLinks(db, tenant, email);
  // All links of the account were mailed to an address that it may have lost.
  await db
    .deleteFrom('mail_token')
    .where('tenant', '=', tenant)
    .where('account', '=', account)
    .where('purpose', '!=', purpose === 'email_undo' ? 'activation' : 'email_undo')
    .execute();
  // One of them may have been the way back of a deletion.
  if (status === 'pending_deletion') await services.queue.add(db, deletionMail, { tenant, account });
  const isOwn = purpose === 'email' && ctx.account?.id === account;
  for (const [event, to] of await logOutAll(db, tenant, account, isOwn ? ctx.cookieHash : null)) ctx.emit(event, to);
  if (purpose === 'email_undo') await endOtherAccess(db, tenant, account);
  else await services.queue.add(db, emailChangedMail, { tenant, account, email: before });
  ctx.emit({ type: 'user' }, { account });
  if (isOwn) await renewSession(ctx, account);
  return { changed: true };
}

/** Returns the account as it was before. */
async function moveAddress({ db, tenant }: FinishCtx, id: string, email: string) {
  const before = await db
    .selectFrom('account')
    .select(['email', 'status'])
    .where('tenant', '=', tenant)
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirstOrThrow();
  await db
    .updateTable('account')
    .set({
      email,
      email_key: emailKey(email),
      new_email: null,
      new_email_until: null,
      // That mail came back says something about the address before.
      notifications_disabled: sql<string[]>`array_remove(notifications_disabled, 'bounce')`,
    })
    .where('tenant', '=', tenant)
    .where('id', '=', id)
    .execute();
  return before;
}
