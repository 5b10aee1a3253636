// The invoice of a payment and its corrections as files: for its member to download, and to go with mails.
import { correctionPath, invoicePath } from '#contract/credits';
import type { Db } from '../../db/index.ts';
import { answerOwnFile, type OwnFile } from '../../http/own-file.ts';
import { Refusal } from '../../http/refusal.ts';
import type { RequestInfo } from '../../http/request-info.ts';
import type { Site } from '#site/load';
import type { Services } from '../../services.ts';
import type { PaymentRow } from '../orders.ts';
import { type CorrectionRow, correctInvoice, correctionsOf } from './correct-invoice.ts';
import { drawInvoice } from './draw-invoice.ts';
import { correctionNumber, correctionText, invoiceNumber, invoiceText } from './invoice-text.ts';
import { type InvoiceRow, issueInvoice, type Issuer } from './issue-invoice.ts';

export const isInvoiceFile = (path: string): boolean => path === invoicePath || path === correctionPath;

const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** Issues what was not issued yet; a payment of another member is not found, nor are corrections where nothing went back. */
export const answerInvoiceFile = (services: Services, request: RequestInfo): Promise<Response> =>
  answerOwnFile(services, request, 'credits.invoice_file', async (db, { id: account, language }) => {
    const { site, c } = request;
    const payment = await ownPayment(db, site.id, account, c.req.query('payment') ?? '');
    const issuer = { tenant: site.id, company: site.company, now: services.now() };
    const invoice = payment && (await issueInvoice(db, issuer, payment.id));
    if (!invoice) throw new Refusal('not_found');
    if (c.req.path === invoicePath) return () => invoiceFile(site, language, payment, invoice);
    const [first, ...more] = await allCorrections(db, issuer, payment.id);
    if (!first) throw new Refusal('not_found');
    return () => correctionsFile(site, language, { payment, invoice, corrections: [first, ...more] });
  });

const ownPayment = async (db: Db, tenant: number, account: string, id: string): Promise<PaymentRow | undefined> =>
  UUID.test(id)
    ? db
        .selectFrom('payment')
        .selectAll()
        .where('tenant', '=', tenant)
        .where('account', '=', account)
        .where('id', '=', id)
        .executeTakeFirst()
    : undefined;

async function allCorrections(db: Db, issuer: Issuer, payment: string): Promise<CorrectionRow[]> {
  await correctInvoice(db, issuer, payment);
  return correctionsOf(db, issuer.tenant, payment);
}

const pdf = (name: string, bytes: Uint8Array): OwnFile => ({ name: `${name}.pdf`, type: 'application/pdf', bytes });

export const invoiceFile = async (
  site: Site,
  language: string,
  payment: PaymentRow,
  invoice: InvoiceRow,
): Promise<OwnFile> =>
  pdf(`invoice-${invoiceNumber(invoice)}`, await drawInvoice(invoiceText(site, language, payment, invoice)));

interface Corrected {
  readonly payment: PaymentRow;
  readonly invoice: InvoiceRow;
  readonly corrections: readonly [CorrectionRow, ...CorrectionRow[]];
}

/** Named after the latest of them. */
export async function correctionsFile(
  site: Site,
  language: string,
  { payment, invoice, corrections }: Corrected,
): Promise<OwnFile> {
  const [first, ...more] = corrections;
  const textOf = (correction: CorrectionRow) => correctionText(site, language, payment, { invoice, correction });
  const bytes = await drawInvoice(textOf(first), ...more.map(textOf));
  return pdf(`invoice-correction-${correctionNumber(more.at(-1) ?? first)}`, bytes);
}
