// Handlers of contract/consent: accepting terms, giving and withdrawing the consent to use sensitive data.
import type { consent } from '#contract/consent';
import type { Ctx, Handlers } from '../../context.ts';
import { deliverHeld } from '../chats/held-messages.ts';

export function consentHandlers(): Handlers<typeof consent> {
  return {
    give: (ctx, { kind }) => (kind === 'terms' ? acceptTerms(ctx) : consentAgain(ctx)),
    withdraw,
  };
}

async function acceptTerms(ctx: Ctx): Promise<null> {
  const { id } = ctx.member();
  await ctx.db
    .updateTable('account')
    .set({ accepted_terms_at: ctx.now() })
    .where('tenant', '=', ctx.tenant)
    .where('id', '=', id)
    .execute();
  ctx.emit({ type: 'user' }, { account: id });
  return null;
}

/** The profile is locked first, in the same order as in all other calls. A profile that was not active stays as it is. */
async function withdraw(ctx: Ctx): Promise<null> {
  const { db, tenant } = ctx;
  const { id } = ctx.member();
  await setProfileStatus(ctx, 'active', 'no_consent');
  await db
    .updateTable('account')
    .set({ consented_at: null, consent_withdrawn_at: ctx.now() })
    .where('tenant', '=', tenant)
    .where('id', '=', id)
    .where('consent_withdrawn_at', 'is', null)
    .execute();
  ctx.emit({ type: 'user' }, { account: id });
  return null;
}

async function consentAgain(ctx: Ctx): Promise<null> {
  const { db, tenant } = ctx;
  const { id } = ctx.member();
  await setProfileStatus(ctx, 'no_consent', 'active');
  const given = await db
    .updateTable('account')
    .set({ consented_at: ctx.now(), consent_withdrawn_at: null })
    .where('tenant', '=', tenant)
    .where('id', '=', id)
    .where('consent_withdrawn_at', 'is not', null)
    .returning('id')
    .executeTakeFirst();
  // What was written before the address was confirmed waits for the consent as well.
  if (given) await deliverHeld(ctx, id);
  ctx.emit({ type: 'user' }, { account: id });
  return null;
}

const setProfileStatus = (ctx: Ctx, from: 'active' | 'no_consent', to: 'active' | 'no_consent') =>
  ctx.db
    .updateTable('profile')
    .set({ status: to })
    .where('tenant', '=', ctx.tenant)
    .where('id', '=', ctx.member().id)
    .where('status', '=', from)
    .execute();
