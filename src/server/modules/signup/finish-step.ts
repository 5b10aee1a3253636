// Records that the caller has answered or skipped a step after joining.
import { sql } from 'kysely';
import type { SignupStep } from '#contract/values';
import type { Ctx } from '../../context.ts';

/** A step that is recorded already changes nothing. The member's other pages continue after it. */
export async function finishStep(ctx: Ctx, step: SignupStep): Promise<void> {
  const { db, tenant } = ctx;
  const { id } = ctx.member();
  const updated = await db
    .updateTable('account')
    .set({ signup_steps: sql<string[]>`array_append(signup_steps, ${step}::text)` })
    .where('tenant', '=', tenant)
    .where('id', '=', id)
    .where(sql<boolean>`not signup_steps @> array[${step}::text]`)
    .returning('id')
    .executeTakeFirst();
  if (updated) ctx.emit({ type: 'user' }, { account: id });
}
