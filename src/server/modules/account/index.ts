// Handlers of contract/account: complaints.
import { createHash } from 'node:crypto';
import type { account, Complaint } from '#contract/account';
import { hasStackedMarks, isBlank } from '#domain/graphemes';
import { languageOf } from '#domain/languages';
import { validateEmail } from '#domain/validation';
import type { Ctx, Handlers } from '../../context.ts';
import { emailKey } from '../../auth/email-key.ts';
import { complaintMail } from '../../mail/complaint.ts';
import { takeUnverifiedMail } from '../../mail/unverified-quota.ts';
import type { Services } from '../../services.ts';

export function accountHandlers(services: Services): Handlers<typeof account> {
  return {
    complain: async (ctx, complaint) => {
      const fault = complaint.email === '' ? null : validateEmail(complaint.email);
      if (fault) throw ctx.refuse('invalid', { fields: { email: fault } });
      if (isBlank(complaint.text)) throw ctx.refuse('invalid', { fields: { text: 'required' } });
      if (hasStackedMarks(complaint.text)) throw ctx.refuse('invalid', { fields: { text: 'too_many_marks' } });
      const id = await store(ctx, complaint);
      if (id) {
        const receipt = await mayReceipt(ctx, complaint.email);
        await services.queue.add(ctx.db, complaintMail, { tenant: ctx.tenant, complaint: id, receipt });
      }
      return { received: true };
    },
  };
}

/** Whether to mail a receipt: always to the member's own confirmed address, to any other within its daily quota. */
async function mayReceipt(ctx: Ctx, email: string): Promise<boolean> {
  if (email === '') return false;
  const ownAccount = await ctx.db
    .selectFrom('account')
    .select('id')
    .where('tenant', '=', ctx.tenant)
    .where('id', '=', ctx.account?.id ?? null)
    .where('email_key', '=', emailKey(email))
    .where('status', '=', 'active')
    .executeTakeFirst();
  return ownAccount !== undefined || takeUnverifiedMail(ctx.db, email, ctx.now());
}

/** The stored complaint's id; null for a duplicate of today. */
async function store(ctx: Ctx, { email, subject, text, language }: Complaint): Promise<string | null> {
  const now = ctx.now();
  const day = now.toISOString().slice(0, 10);
  const hash = createHash('sha256')
    .update(JSON.stringify([day, email, subject, text]))
    .digest();
  const row = await ctx.db
    .insertInto('complaint')
    .values({
      tenant: ctx.tenant,
      id: crypto.randomUUID(),
      hash,
      account: ctx.account?.id ?? null,
      email,
      language: languageOf(language, ctx.site.codes) ?? ctx.language,
      subject,
      text,
      at: now,
    })
    .onConflict((conflict) => conflict.columns(['tenant', 'hash']).doNothing())
    .returning('id')
    .executeTakeFirst();
  return row?.id ?? null;
}
