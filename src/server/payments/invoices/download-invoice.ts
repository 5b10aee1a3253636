// Hands the invoice of a payment and its corrections to its member.
import { correctionPath, invoicePath } from '#contract/credits';
import type { Db } from '../../db/index.ts';
import { answerOwnFile } from '../../http/own-file.ts';
import { Refusal } from '../../http/refusal.ts';
import type { RequestInfo } from '../../http/request-info.ts';
import { issueCorrection } from '../../mail/correction.ts';
import type { Services } from '../../services.ts';
import type { PaymentRow } from '../orders.ts';
import { correctionsOf } from './correct-invoice.ts';
import { correctionsFile, invoiceFile } from './invoice-file.ts';
import { issueInvoice } from './issue-invoice.ts';

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
    await issueCorrection(services.queue, db, issuer, payment.id);
    const [first, ...more] = await correctionsOf(db, site.id, payment.id);
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
