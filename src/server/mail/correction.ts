// Money that went back for a payment, or came back after all: its invoice is corrected, and the member gets the correction.
import * as z from 'zod/mini';
import { moneyText } from '#site/formats';
import type { Db } from '../db/index.ts';
import { pageUrl } from '../http/site-origins.ts';
import { correctInvoice, correctionAt } from '../payments/invoices/correct-invoice.ts';
import { correctionsFile } from '../payments/invoices/invoice-file.ts';
import { correctionNumber } from '../payments/invoices/invoice-text.ts';
import { invoiceOf, type Issuer } from '../payments/invoices/issue-invoice.ts';
import { methodText } from '../payments/method-text.ts';
import { jobKind, type Queue } from '../queue.ts';
import { type Services, siteOfTenant } from '../services.ts';
import { MAIL_RETRIES } from './account-mail.ts';
import { composeMail } from './compose.ts';
import { attached, paymentForMail } from './purchase.ts';

/** Corrects nothing where the invoice is right already, so it may run for every report. */
export const invoiceCorrection = jobKind({
  name: 'invoice_correction',
  data: z.strictObject({ tenant: z.int(), payment: z.uuid() }),
  retries: MAIL_RETRIES,
  run: correct,
});

export const correctionMail = jobKind({
  name: 'correction_mail',
  data: z.strictObject({ tenant: z.int(), number: z.int() }),
  retries: MAIL_RETRIES,
  run: sendCorrection,
});

async function correct(services: Services, { tenant, payment }: { tenant: number; payment: string }): Promise<void> {
  const { database, queue, now } = services;
  const issuer = { tenant, company: siteOfTenant(services, tenant).company, now: now() };
  await database.inTenant(tenant, (db) => issueCorrection(queue, db, issuer, payment));
}

/** Corrects the invoice where it is not right. The mail has a job of its own: when it fails, there is nothing left to correct. */
export async function issueCorrection(queue: Queue, db: Db, issuer: Issuer, payment: string): Promise<void> {
  const correction = await correctInvoice(db, issuer, payment);
  if (correction) await queue.add(db, correctionMail, { tenant: issuer.tenant, number: correction.number });
}

/** Members who are gone get none. */
async function sendCorrection(services: Services, { tenant, number }: { tenant: number; number: number }) {
  const { database, mailer } = services;
  const { correction, invoice } = await database.inTenant(tenant, async (db) => {
    const correction = await correctionAt(db, tenant, number);
    return { correction, invoice: correction && (await invoiceOf(db, tenant, correction.payment)) };
  });
  const found = correction && (await paymentForMail(services, tenant, correction.payment));
  if (!found || !invoice) return;
  const { site, language, email, translator, tag, currency } = found;
  const mail = composeMail(site, language, email, correction.amount < 0 ? 'refund_undone' : 'refunded', {
    number: found.id,
    correction: correctionNumber(correction),
    amount: moneyText(tag, Math.abs(correction.amount), currency),
    method: methodText(translator, found.method),
    link: pageUrl(services, site, 'transactions-id', language),
  });
  const file = await correctionsFile(site, language, { payment: found, invoice, corrections: [correction] });
  await mailer.send({ ...mail, attachments: [attached(file)] });
}
