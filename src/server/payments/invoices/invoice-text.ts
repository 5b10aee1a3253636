// What an invoice or its correction says, in a language: seller, facts, and the money with the VAT of the payer's country.
import { regionalTag } from '#domain/languages';
import { includedVat } from '#domain/prices';
import { type Translator, translatorFor } from '#i18n/translator';
import { dayText, moneyText, numberText, regionName } from '#site/formats';
import { tagOf } from '#site/language-tag';
import type { Site } from '#site/load';
import type { Seller } from '../../db/tables/invoice.ts';
import { methodText } from '../method-text.ts';
import type { PaymentRow } from '../orders.ts';
import type { CorrectionRow } from './correct-invoice.ts';
import type { InvoiceRow } from './issue-invoice.ts';

/** A label and its value, on one line. */
export interface Line {
  readonly label: string;
  readonly value: string;
}

export interface InvoiceText {
  readonly heading: string;
  readonly tag: string;
  readonly number: string;
  readonly issuedAt: Date;
  readonly seller: readonly string[];
  readonly facts: readonly Line[];
  readonly sums: readonly Line[];
  readonly total: Line;
}

const padded = (number: number): string => String(number).padStart(6, '0');

/** The number as printed. Brands of one company count each for themselves, so the brand's own number comes first. */
export const invoiceNumber = ({ tenant, number }: Pick<InvoiceRow, 'tenant' | 'number'>): string =>
  `${tenant}-${padded(number)}`;

export const correctionNumber = ({ tenant, number }: Pick<CorrectionRow, 'tenant' | 'number'>): string =>
  `${tenant}-C${padded(number)}`;

/** A payment, and the language and formats in which something is written about it. */
interface Writing {
  readonly translator: Translator;
  readonly tag: string;
  readonly payment: PaymentRow;
}

const writingFor = (site: Site, language: string, payment: PaymentRow): Writing => ({
  translator: translatorFor(language, site.texts(language)),
  tag: regionalTag(language, tagOf(site, language), payment.country),
  payment,
});

/** It does not name the brand, so that it may lie on a desk (decisions E66). */
export function invoiceText(site: Site, language: string, payment: PaymentRow, invoice: InvoiceRow): InvoiceText {
  const writing = writingFor(site, language, payment);
  const { translator, tag } = writing;
  const { translate } = translator;
  const { issued_at: issuedAt } = invoice;
  const { amount, vat } = payment;
  const number = invoiceNumber(invoice);
  const bought = translate('credits:amount', { count: payment.credits });
  return {
    ...{ tag, number, issuedAt, heading: translate('invoice:heading') },
    seller: sellerLines(writing, invoice.seller),
    facts: [
      { label: translate('invoice:number'), value: number },
      { label: translate('invoice:issued'), value: dayText(tag, issuedAt) },
      ...(payment.paid_at ? [{ label: translate('invoice:paid'), value: dayText(tag, payment.paid_at) }] : []),
      ...paymentLines(writing),
    ],
    ...sumsOf(writing, { label: bought, amount, tax: includedVat(amount, Number(vat)) }),
  };
}

/** Money that went back, or came back to the seller after all; both in whole amounts, under different words. */
export function correctionText(
  site: Site,
  language: string,
  payment: PaymentRow,
  { invoice, correction }: { readonly invoice: InvoiceRow; readonly correction: CorrectionRow },
): InvoiceText {
  const writing = writingFor(site, language, payment);
  const { translator, tag } = writing;
  const { translate } = translator;
  const { issued_at: issuedAt, amount, returned_before: before } = correction;
  const number = correctionNumber(correction);
  const isUndone = amount < 0;
  const original = `${invoiceNumber(invoice)} (${dayText(tag, invoice.issued_at)})`;
  return {
    ...{ tag, number, issuedAt },
    heading: translate(isUndone ? 'invoice:undone_heading' : 'invoice:correction_heading'),
    seller: sellerLines(writing, correction.seller),
    facts: [
      { label: translate('invoice:correction_number'), value: number },
      { label: translate('invoice:correction_date'), value: dayText(tag, issuedAt) },
      { label: translate('invoice:original'), value: original },
      ...paymentLines(writing),
    ],
    ...sumsOf(writing, {
      label: translate(isUndone ? 'invoice:undone' : 'invoice:refunded'),
      amount: Math.abs(amount),
      tax: Math.abs(taxOfShare(payment, before, before + amount)),
    }),
  };
}

/** The VAT of what was returned between two totals: all parts of a price together have its VAT, to the minor unit. */
const taxOfShare = ({ vat }: PaymentRow, before: number, after: number): number =>
  includedVat(after, Number(vat)) - includedVat(before, Number(vat));

function sellerLines({ translator: { translate }, tag }: Writing, seller: Seller): string[] {
  const { name: company, address, city, kvk, country, vat_numbers: numbers } = seller;
  return [
    `${translate('shell:trader', { company, address, city, kvk })} ${regionName(tag, country)}.`,
    translate('invoice:vat_numbers', { numbers: numbers.join(', ') }),
  ];
}

function paymentLines({ translator, tag, payment }: Writing): Line[] {
  const { translate } = translator;
  return [
    { label: translate('credits:detail_id'), value: payment.id },
    { label: translate('credits:detail_method'), value: methodText(translator, payment.method) },
    { label: translate('credits:detail_country'), value: regionName(tag, payment.country) },
  ];
}

interface Sum {
  readonly label: string;
  /** In minor units, VAT included. */
  readonly amount: number;
  readonly tax: number;
}

function sumsOf(
  { translator: { translate }, tag, payment }: Writing,
  { label, amount, tax }: Sum,
): Pick<InvoiceText, 'sums' | 'total'> {
  const rate = Number(payment.vat);
  const country = regionName(tag, payment.country);
  const money = (value: number): string => moneyText(tag, value, payment.currency);
  return {
    sums: [
      { label, value: money(amount - tax) },
      rate > 0
        ? { label: translate('invoice:tax', { rate: numberText(tag, rate), country }), value: money(tax) }
        : { label: translate('invoice:no_tax', { country }), value: money(0) },
    ],
    total: { label: translate('invoice:total'), value: money(amount) },
  };
}
