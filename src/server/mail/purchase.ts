// The confirmation of a purchase, with the right of withdrawal and the model form on a durable medium (decisions B11).
import { DAY_MS } from '#domain/durations';
import { regionalTag } from '#domain/languages';
import { withdrawalEnds } from '#domain/withdrawal';
import { type Translator, translatorFor } from '#i18n/translator';
import { dayText, moneyText, numberText } from '#site/formats';
import { tagOf } from '#site/language-tag';
import { plainPart } from '#site/long-texts';
import * as z from 'zod/mini';
import type { OwnFile } from '../http/own-file.ts';
import { pageUrl } from '../http/site-origins.ts';
import { invoiceFile } from '../payments/invoices/invoice-file.ts';
import { invoiceNumber } from '../payments/invoices/invoice-text.ts';
import { issueInvoice } from '../payments/invoices/issue-invoice.ts';
import { methodText } from '../payments/method-text.ts';
import type { PaymentRow } from '../payments/orders.ts';
import { jobKind } from '../queue.ts';
import { siteOfTenant, type Services } from '../services.ts';
import { MAIL_RETRIES } from './account-mail.ts';
import { clockOf } from './clock.ts';
import { composeMail } from './compose.ts';
import type { Attachment } from './index.ts';

export const purchaseMail = jobKind({
  name: 'purchase_mail',
  data: z.strictObject({ tenant: z.int(), payment: z.uuid() }),
  retries: MAIL_RETRIES,
  run: sendConfirmation,
});

/** A payment with address, language and time zone of its member; null when either is gone. */
export async function paymentForMail(services: Services, tenant: number, payment: string) {
  const found = await services.database.inTenant(tenant, (db) =>
    db
      .selectFrom('payment')
      .innerJoin('account', (join) =>
        join.onRef('account.tenant', '=', 'payment.tenant').onRef('account.id', '=', 'payment.account'),
      )
      .selectAll('payment')
      .select(['account.email', 'account.language'])
      .where('payment.tenant', '=', tenant)
      .where('payment.id', '=', payment)
      .executeTakeFirst(),
  );
  if (!found) return null;
  const site = siteOfTenant(services, tenant);
  const translator = translatorFor(found.language, site.texts(found.language));
  const { zone } = await clockOf(services, found);
  const tag = regionalTag(found.language, tagOf(site, found.language), found.country);
  return { ...found, site, translator, tag, zone };
}

async function sendConfirmation(
  services: Services,
  { tenant, payment }: { tenant: number; payment: string },
): Promise<void> {
  const found = await paymentForMail(services, tenant, payment);
  if (!found?.paid_at) return;
  const { site, language, email, translator, tag, zone } = found;
  const { translate } = translator;
  const { refund_days: days } = site.siteSettings;
  const issuer = { tenant, company: site.company, now: services.now() };
  const invoice = await services.database.inTenant(tenant, (db) => issueInvoice(db, issuer, payment));
  if (!invoice) throw new Error(`The paid order ${payment} has no invoice.`);
  const mail = composeMail(site, language, email, 'purchase', {
    ...{ number: found.id, days, invoice: invoiceNumber(invoice) },
    credits: translate('credits:amount', { count: found.credits }),
    total: totalText(found, tag, translator),
    method: methodText(translator, found.method),
    date: dayText(tag, found.paid_at, zone),
    until: dayText(tag, lastDay(found.paid_at, days)),
    link: pageUrl(services, site, 'transactions-id', language),
    terms: pageUrl(services, site, 'pages-terms', language),
    form: plainPart(site, language, 'return-policy', -1),
  });
  await services.mailer.send({ ...mail, attachments: [attached(await invoiceFile(site, language, found, invoice))] });
}

export const attached = ({ name, type, bytes }: OwnFile): Attachment => ({
  ...{ filename: name, contentType: type, content: Buffer.from(bytes).toString('base64'), encoding: 'base64' },
});

/** The last whole day of the withdrawal period. */
const lastDay = (paidAt: Date, days: number): Date => new Date(withdrawalEnds(paidAt, days).getTime() - DAY_MS);

function totalText({ amount, currency, vat }: PaymentRow, tag: string, { translate }: Translator): string {
  const total = moneyText(tag, amount, currency);
  return Number(vat) > 0 ? `${total} (${translate('credits:vat', { rate: numberText(tag, Number(vat)) })})` : total;
}
