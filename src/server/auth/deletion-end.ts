// Until when a deleted account can come back, after which its address is free, and the refusals of an address until then.
import { DAY_MS } from '#domain/durations';
import { DELETION_DAYS } from '#domain/limits';
import type { BaseCtx } from '../context.ts';
import type { AccountStatus } from '../db/tables/account.ts';
import type { Refusal } from '../http/refusal.ts';

export const deletionEnd = (deletedAt: Date): Date => new Date(deletedAt.getTime() + DELETION_DAYS * DAY_MS);

/** What is answered about an address whose account is being deleted, to someone who may know of it. */
export const deletingRefusal = (
  { refuse, now }: Pick<BaseCtx<'email_deleting'>, 'refuse' | 'now'>,
  { deleted_at }: { readonly deleted_at: Date | null },
): Refusal => refuse('email_deleting', { until: deletionEnd(deleted_at ?? now()).toISOString(), commitAnyway: true });

/** What is answered about an address that another account has, to someone who may know of it. */
export const takenRefusal = (
  ctx: Pick<BaseCtx<'email_deleting' | 'email_known'>, 'refuse' | 'now'>,
  account: { readonly status: AccountStatus; readonly deleted_at: Date | null },
): Refusal =>
  account.status === 'pending_deletion'
    ? deletingRefusal(ctx, account)
    : ctx.refuse('email_known', { commitAnyway: true });
