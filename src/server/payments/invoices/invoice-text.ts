// What an invoice says, in a language: seller, facts, and the price with the VAT of the payer's country.
import { regionalTag } from '#domain/languages';
import { includedVat } from '#domain/prices';
import { translatorFor } from '#i18n/translator';
import { dayText, moneyText, numberText, regionName } from '#site/formats';
import { tagOf } from '#site/language-tag';
import type { Site } from '#site/load';
import { methodText } from '../method-text.ts';
import type { PaymentRow } from '../orders.ts';
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

/** The number as printed. Brands of one company count each for themselves, so the brand's own number comes first. */
export const invoiceNumber = ({ tenant, number }: Pick<InvoiceRow, 'tenant' | 'number'>): string =>
  `${tenant}-${String(number).padStart(6, '0')}`;

/** It does not name the brand, so that it may lie on a desk (decisions E66). */
export function invoiceText(site: Site, language: string, payment: PaymentRow, invoice: InvoiceRow): InvoiceText {
  const translator = translatorFor(language, site.texts(language));
  const { translate } = translator;
  const tag = regionalTag(language, tagOf(site, language), payment.country);
  const { seller, issued_at: issuedAt } = invoice;
  const { amount, currency, country } = payment;
  const rate = Number(payment.vat);
  const tax = includedVat(amount, rate);
  const number = invoiceNumber(invoice);
  const money = (value: number): string => moneyText(tag, value, currency);
  const place = regionName(tag, country);
  const { name: company, address, city, kvk } = seller;
  const trader = translate('shell:trader', { company, address, city, kvk });
  return {
    ...{ tag, number, issuedAt, heading: translate('invoice:heading') },
    seller: [
      `${trader} ${regionName(tag, seller.country)}.`,
      translate('invoice:vat_numbers', { numbers: seller.vat_numbers.join(', ') }),
    ],
    facts: [
      { label: translate('invoice:number'), value: number },
      { label: translate('invoice:issued'), value: dayText(tag, issuedAt) },
      ...(payment.paid_at ? [{ label: translate('invoice:paid'), value: dayText(tag, payment.paid_at) }] : []),
      { label: translate('credits:detail_id'), value: payment.id },
      { label: translate('credits:detail_method'), value: methodText(translator, payment.method) },
      { label: translate('credits:detail_country'), value: place },
    ],
    sums: [
      { label: translate('credits:amount', { count: payment.credits }), value: money(amount - tax) },
      rate > 0
        ? { label: translate('invoice:tax', { rate: numberText(tag, rate), country: place }), value: money(tax) }
        : { label: translate('invoice:no_tax', { country: place }), value: money(0) },
    ],
    total: { label: translate('invoice:total'), value: money(amount) },
  };
}
