// Handlers of contract/leaving: deleting the account, and coming back.
import type { leaving } from '#contract/leaving';
import { deletionRecord } from '../../auth/deletion-record.ts';
import { deletionEnd } from '../../auth/deletion-end.ts';
import { lockOwner, lockPayments, lockToErase } from '../../auth/lock-owner.ts';
import { readMailToken, takeMailToken } from '../../auth/mail-token.ts';
import { logOutAll } from '../../auth/end-sessions.ts';
import { clearedCookies } from '../../auth/sessions.ts';
import { setAccountStatus } from '../../auth/account-status.ts';
import { statusAfterDeletion } from '../../auth/suspension.ts';
import { deleteUnconfirmed } from '../../auth/unconfirmed-account.ts';
import type { Ctx, Handlers, SerializedAnswer, StagedCtx } from '../../context.ts';
import { refuseUnreadable } from '../../http/refuse-unreadable.ts';
import { deletionMail } from '../../mail/deletion.ts';
import { leavingOffer, takeDiscount } from './offers.ts';
import { forgetCard } from '../../payments/stored-card.ts';
import { forgetJobs } from '../../queue.ts';
import type { Services } from '../../services.ts';
import { ownAccount, passwordFault, refuseFields, returnOwnAttempt } from '../../auth/own-password.ts';

type RemoveCtx = StagedCtx<(typeof leaving)['remove']>;

export function leavingHandlers(services: Services): Handlers<typeof leaving> {
  return {
    offer: leavingOffer,
    takeDiscount,
    remove: { transactions: 'staged', handle: (ctx) => remove(services, ctx) },
    reactivate: async (ctx, { token }) => {
      await reactivate(ctx, token);
      return { reactivated: true };
    },
  };
}

async function remove(services: Services, ctx: RemoveCtx): Promise<SerializedAnswer> {
  const { account, typed } = await ctx.prepare(async (own, typed) => {
    refuseUnreadable(own, { remarks: typed.remarks }, { mayBeBlank: true });
    return { account: await ownAccount(own), typed };
  });
  const fault = await passwordFault(services, account, typed.password, 'password_old_wrong');
  if (fault) return refuseFields(ctx, { password: fault });
  const erased: string[] = [];
  const answer = await ctx.transaction(async (own) => {
    const { db, tenant } = own;
    const { id } = account;
    // Both with the payments first, of which the card is forgotten below.
    if (own.member().status === 'not_confirmed') await lockToErase(db, tenant, id);
    else await lockPayments(db, tenant, id);
    await returnOwnAttempt(own, account);
    clearedCookies(own.isSecure).forEach(own.setCookie);
    const loggedOut = await logOutAll(db, tenant, id, own.session?.hash ?? null);
    if (own.member().status === 'not_confirmed') {
      // Its address is not proven, so there is none to mail a way back to.
      if (!(await deleteUnconfirmed(db, tenant, id))) throw own.refuse('confirm_first');
      erased.push(id);
      return { until: null };
    }
    // Suspended meanwhile: the session has ended.
    if (!(await setAccountStatus(db, tenant, id, ['active'], 'pending_deletion')))
      throw own.refuse('authentication_required');
    // Of one who is erased at once nothing may be stored, not even an event.
    for (const [event, to] of loggedOut) own.emit(event, to);
    await db
      .updateTable('account')
      .set({ deleted_at: own.now(), deletion_reason: typed.reason, deletion_remarks: typed.remarks || null })
      .where('tenant', '=', tenant)
      .where('id', '=', id)
      .execute();
    // One who comes back enters it again.
    await forgetCard(services, db, tenant, id);
    await services.queue.add(db, deletionMail, { tenant, account: id });
    await services.queue.add(db, deletionRecord, { tenant });
    return { until: deletionEnd(own.now()).toISOString() };
  });
  await forgetJobs(services.database, erased);
  return answer;
}

async function reactivate(ctx: Ctx<'link_expired'>, token: string): Promise<void> {
  const { db, tenant } = ctx;
  const found = await readMailToken(db, tenant, token, ['reactivation'], ctx.now());
  if (found) await lockOwner(db, tenant, found.account);
  const link = await takeMailToken(db, tenant, token, ['reactivation'], ctx.now());
  if (!link) throw ctx.refuse('link_expired');
  // The account came back a moment ago, unless it was deleted anew.
  if (link.isRepeat && (await isInDeletion(ctx, link.account))) throw ctx.refuse('link_expired');
  if (link.isRepeat) return;
  const status = await statusAfterDeletion(db, tenant, link.account, ctx.now());
  if (!(await setAccountStatus(db, tenant, link.account, ['pending_deletion'], status)))
    throw ctx.refuse('link_expired');
  await db
    .updateTable('account')
    .set({ deleted_at: null, deletion_reason: null, deletion_remarks: null })
    .where('tenant', '=', tenant)
    .where('id', '=', link.account)
    .execute();
}

const isInDeletion = async ({ db, tenant }: Pick<Ctx, 'db' | 'tenant'>, id: string): Promise<boolean> =>
  (await db
    .selectFrom('account')
    .select('id')
    .where('tenant', '=', tenant)
    .where('id', '=', id)
    .where('status', '=', 'pending_deletion')
    .executeTakeFirst()) !== undefined;
