// Handlers of contract/signup: begin, join, activate, resend the mail, correct the address, finish a step.
import type { signup } from '#contract/signup';
import { ACTIVATION_MAIL } from '#domain/limits';
import { maySignUp } from '#domain/tracking';
import type { Ctx, Handlers } from '../../context.ts';
import { askForActivation } from '../../mail/activation.ts';
import type { Services } from '../../services.ts';
import { activate } from './activate.ts';
import { finishStep } from './finish-step.ts';
import { changeAddress } from './change-address.ts';
import { Refusal } from '../../http/refusal.ts';
import { join } from './join.ts';
import { secondsUntil } from '../../http/retry-after.ts';
import { checkStart } from './signup-form.ts';

export function signupHandlers(services: Services): Handlers<typeof signup> {
  return {
    begin: {
      transactions: 'none',
      handle: ({ site, now }, form) => {
        // The reader of a mailed link may start afresh; `join` checks the link.
        if (!maySignUp(site.siteSettings.signups, form) && !form.token) throw new Refusal('signups_closed');
        checkStart(form, site, now());
        return { begun: true };
      },
    },

    join: { transactions: 'own', handle: (ctx, form) => join(services, ctx, form) },

    activate: {
      transactions: 'own',
      handle: async (ctx, form) => {
        await activate(services, ctx, form);
        return { activated: true };
      },
    },

    sendAgain: async (ctx) => {
      const { id } = ctx.member();
      await recordMailRequest(ctx, id);
      await askForActivation(services, ctx.db, { tenant: ctx.tenant, account: id }, ctx.now());
      ctx.emit({ type: 'user' }, { account: id });
      return null;
    },

    changeAddress: async (ctx, { email }) => {
      await changeAddress(services, ctx, email);
      return null;
    },

    finishStep: async (ctx, { step }) => {
      await finishStep(ctx, step);
      return null;
    },
  };
}

/** Records the request. Of concurrent requests one succeeds; the others throw `wait`. */
async function recordMailRequest(ctx: Ctx<'wait' | 'already_active'>, id: string): Promise<void> {
  const now = ctx.now();
  const before = new Date(now.getTime() - ACTIVATION_MAIL.resendSeconds * 1000);
  const updated = await ctx.db
    .updateTable('account')
    .set({ activation_asked_at: now })
    .where('tenant', '=', ctx.tenant)
    .where('id', '=', id)
    .where('status', '=', 'not_confirmed')
    .where((is) => is.or([is('activation_asked_at', 'is', null), is('activation_asked_at', '<=', before)]))
    .returning('id')
    .executeTakeFirst();
  if (updated) return;
  const row = await ctx.db
    .selectFrom('account')
    .select(['status', 'activation_asked_at'])
    .where('tenant', '=', ctx.tenant)
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  if (row.status !== 'not_confirmed') throw ctx.refuse('already_active');
  const nextAllowed = new Date((row.activation_asked_at?.getTime() ?? 0) + ACTIVATION_MAIL.resendSeconds * 1000);
  throw ctx.refuse('wait', { retryAfter: secondsUntil(nextAllowed, now) });
}
