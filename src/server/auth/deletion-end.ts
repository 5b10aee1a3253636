// Until when a deleted account can come back, after which its address is free.
import { DAY_MS } from '#domain/durations';
import { DELETION_DAYS } from '#domain/limits';
import type { BaseCtx } from '../context.ts';
import type { Refusal } from '../http/refusal.ts';

export const deletionEnd = (deletedAt: Date): Date => new Date(deletedAt.getTime() + DELETION_DAYS * DAY_MS);

/** What is answered about an address whose account is being deleted, to someone who may know of it. */
export const deletingRefusal = (
  { refuse, now }: Pick<BaseCtx<'email_deleting'>, 'refuse' | 'now'>,
  { deleted_at }: { readonly deleted_at: Date | null },
): Refusal => refuse('email_deleting', { until: deletionEnd(deleted_at ?? now()).toISOString(), commitAnyway: true });
