// Handlers of contract/account: complaints.
import { createHash } from 'node:crypto';
import type { account, Complaint } from '#contract/account';
import { languageOf } from '#domain/languages';
import { asciiEmail, validateEmail } from '#domain/validation';
import { isoDay } from '#domain/iso-day';
import type { Ctx, Handlers } from '../../context.ts';
import { emailKey } from '../../auth/email-key.ts';
import { refuseUnreadable } from '../../http/refuse-unreadable.ts';
import { complaintMail, complaintReceipt } from '../../mail/complaint.ts';
import { takeMail } from '../../mail/mail-quota.ts';
import type { Services } from '../../services.ts';

export function accountHandlers(services: Services): Handlers<typeof account> {
  return {
    complain: async (ctx, typed) => {
      const complaint = { ...typed, email: asciiEmail(typed.email) };
      const fault = complaint.email === '' ? null : validateEmail(complaint.email);
      if (fault) throw ctx.refuse('invalid', { fields: { email: fault } });
      refuseUnreadable(ctx, { text: complaint.text });
      const id = await store(ctx, complaint);
      if (id) {
        const job = { tenant: ctx.tenant, complaint: id };
        await services.queue.add(ctx.db, complaintMail, job);
        if (await mayReceipt(ctx, complaint.email)) await services.queue.add(ctx.db, complaintReceipt, job);
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
  const mail = { tenant: ctx.tenant, email, purpose: 'receipt' } as const;
  return ownAccount !== undefined || takeMail(ctx.db, mail, ctx.now());
}

/** The stored complaint's id; null for a duplicate of today by the same member, or by visitors. */
async function store(ctx: Ctx, { email, subject, text, language }: Complaint): Promise<string | null> {
  const now = ctx.now();
  const day = isoDay(now);
  const hash = createHash('sha256')
    .update(JSON.stringify([day, ctx.account?.id ?? null, email, subject, text]))
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
