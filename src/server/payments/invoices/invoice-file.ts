// The invoice of a payment as a file: for its member to download, and to go with the confirmation of the purchase.
import { invoicePath } from '#contract/credits';
import { answerOwnFile, type OwnFile } from '../../http/own-file.ts';
import { Refusal } from '../../http/refusal.ts';
import type { RequestInfo } from '../../http/request-info.ts';
import type { Site } from '#site/load';
import type { Services } from '../../services.ts';
import type { PaymentRow } from '../orders.ts';
import { drawInvoice } from './draw-invoice.ts';
import { invoiceNumber, invoiceText } from './invoice-text.ts';
import { type InvoiceRow, issueInvoice } from './issue-invoice.ts';

export const isInvoiceFile = (path: string): boolean => path === invoicePath;

const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** Issues the invoice if there is none yet; a payment of another member is not found. */
export const answerInvoiceFile = (services: Services, request: RequestInfo): Promise<Response> =>
  answerOwnFile(services, request, 'credits.invoice_file', async (db, { id: account, language }) => {
    const { site } = request;
    const id = request.c.req.query('payment') ?? '';
    const payment = UUID.test(id)
      ? await db
          .selectFrom('payment')
          .selectAll()
          .where('tenant', '=', site.id)
          .where('account', '=', account)
          .where('id', '=', id)
          .executeTakeFirst()
      : undefined;
    const issuer = { tenant: site.id, company: site.company, now: services.now() };
    const invoice = payment && (await issueInvoice(db, issuer, payment.id));
    if (!invoice) throw new Refusal('not_found');
    return () => invoiceFile(site, language, payment, invoice);
  });

export const invoiceFile = async (
  site: Site,
  language: string,
  payment: PaymentRow,
  invoice: InvoiceRow,
): Promise<OwnFile> => ({
  name: `invoice-${invoiceNumber(invoice)}.pdf`,
  type: 'application/pdf',
  bytes: await drawInvoice(invoiceText(site, language, payment, invoice)),
});
