// Drawn invoices and their corrections as files: for their member to download, and to go with mails.
import type { OwnFile } from '../../http/own-file.ts';
import type { Site } from '#site/load';
import type { PaymentRow } from '../orders.ts';
import type { CorrectionRow } from './correct-invoice.ts';
import { drawInvoice } from './draw-invoice.ts';
import { correctionNumber, correctionText, invoiceNumber, invoiceText } from './invoice-text.ts';
import type { InvoiceRow } from './issue-invoice.ts';

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
