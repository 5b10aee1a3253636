// What an invoice says in every language and country, and that its face has every letter of it.
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { includedVat } from '#domain/prices';
import { drawInvoice } from '#server/payments/invoices/draw-invoice';
import type { CorrectionRow } from '#server/payments/invoices/correct-invoice';
import { correctionNumber, correctionText, invoiceNumber, invoiceText } from '#server/payments/invoices/invoice-text';
import type { InvoiceRow } from '#server/payments/invoices/issue-invoice';
import type { PaymentRow } from '#server/payments/orders';
import { currencyOf, vatOf } from '../support/default-prices.ts';
import { pdfText } from '../support/pdf-text.ts';
import { siteAt, sites } from '../support/server.ts';

const site = siteAt(0);
const at = new Date('2026-03-01T12:00:00Z');
const invoice: InvoiceRow = {
  tenant: site.id,
  number: 42,
  payment: crypto.randomUUID(),
  issued_at: at,
  seller: site.company,
};
const paid = (country: string, vat = vatOf(country)): PaymentRow =>
  ({
    ...{ id: invoice.payment, tenant: site.id, credits: 35, amount: 4599, currency: currencyOf(country), country },
    ...{ vat: vat.toFixed(2), method: 'visa', paid_at: at },
  }) as PaymentRow;

const corrected = (amount: number, before = 0): CorrectionRow => ({
  ...{ tenant: site.id, number: 7, payment: invoice.payment, issued_at: at, seller: site.company },
  ...{ returned_before: before, amount },
});
const textOf = (correction: CorrectionRow, payment = paid('DE')) =>
  correctionText(site, 'en', payment, { invoice, correction });

test('DE66 DA-packages: an invoice names seller, number, days and the VAT of the payer’s country', () => {
  const text = invoiceText(site, 'en', paid('DE'), invoice);
  expect(text.seller.join(' ')).toContain('Matchloom Brands B.V., Keizersgracht 1, Amsterdam.');
  expect(text.seller.join(' ')).toContain('VAT number: NL000000000B00');
  expect(text.facts.map(({ value }) => value)).toEqual(
    expect.arrayContaining(['1-000042', '1 March 2026', invoice.payment, 'Visa', 'Germany']),
  );
  expect(text.sums).toEqual([
    { label: '35 credits', value: '€38.65' },
    { label: 'VAT 19% (Germany)', value: '€7.34' },
  ]);
  expect(text.total).toEqual({ label: 'Total', value: '€45.99' });
  expect(JSON.stringify(text)).not.toContain(site.name);
});

test('DE66: in a country without VAT the invoice says so', () => {
  expect(invoiceText(site, 'en', paid('US'), invoice).sums[1]).toEqual({
    label: 'No VAT (United States)',
    value: '$0.00',
  });
});

test('the price without VAT and the VAT add up in every country', () => {
  for (const country of site.siteSettings.countries) {
    const payment = paid(country);
    const tax = includedVat(payment.amount, Number(payment.vat));
    expect(Math.abs((payment.amount - tax) * (Number(payment.vat) / 100) - tax)).toBeLessThanOrEqual(1);
  }
});

test('DE93: a correction names the invoice that it corrects, what went back, and its VAT', () => {
  const text = textOf(corrected(1000));
  expect([text.heading, text.number]).toEqual(['Invoice correction', '1-C000007']);
  expect(text.facts.map(({ value }) => value)).toEqual(
    expect.arrayContaining(['1-C000007', '1-000042 (1 March 2026)', invoice.payment, 'Visa', 'Germany']),
  );
  expect(text.sums).toEqual([
    { label: 'Refunded', value: '€8.40' },
    { label: 'VAT 19% (Germany)', value: '€1.60' },
  ]);
  expect(text.total).toEqual({ label: 'Total', value: '€10.00' });
  const undone = textOf(corrected(-1000, 1000));
  expect([undone.heading, undone.sums[0], undone.total]).toEqual([
    'Correction undone',
    { label: 'Refund undone', value: '€8.40' },
    { label: 'Total', value: '€10.00' },
  ]);
  expect(JSON.stringify([text, undone])).not.toContain(site.name);
});

test('DE93: however a price goes back, its corrections have its VAT to the minor unit', () => {
  const payment = paid('DE');
  const parts = fc.uniqueArray(fc.integer({ min: 1, max: payment.amount - 1 }), { maxLength: 6 });
  const cents = (text = ''): number => Math.round(Number(text.replace(/[^\d.]/g, '')) * 100);
  fc.assert(
    fc.property(parts, (cuts) => {
      const totals = [0, ...cuts.toSorted((one, two) => one - two), payment.amount];
      const taxes = totals.slice(1).map((total, at) => {
        const before = totals[at] ?? 0;
        return cents(textOf(corrected(total - before, before), payment).sums[1]?.value);
      });
      expect(taxes.reduce((sum, tax) => sum + tax, 0)).toBe(includedVat(payment.amount, 19));
    }),
  );
});

test('numbers of two brands of one company are never the same', () => {
  const numbers = sites.flatMap(({ id: tenant }) => [
    invoiceNumber({ tenant, number: 1 }),
    correctionNumber({ tenant, number: 1 }),
  ]);
  expect(new Set(numbers).size).toBe(2 * sites.length);
});

test('every letter of an invoice is in its face, in every language, on one page, and the same file each time', async () => {
  for (const language of site.codes) {
    const payment = { ...paid('PL'), amount: 129_900 };
    const texts = [
      invoiceText(site, language, payment, invoice),
      ...[corrected(129_900), corrected(-129_900, 129_900)].map((correction) =>
        correctionText(site, language, payment, { invoice, correction }),
      ),
    ] as const;
    for (const text of texts) {
      const file = await drawInvoice(text);
      const drawn = pdfText(file);
      expect(drawn).not.toContain('□');
      const all = [
        ...text.seller,
        ...[...text.facts, ...text.sums, text.total].flatMap(({ label, value }) => [label, value]),
      ];
      for (const line of [text.heading, ...all])
        expect(drawn.replace(/\s+/g, ''), language).toContain(line.replace(/\s+/g, ''));
      expect(Buffer.from(file).toString('latin1')).toMatch(/\/Count 1\b/);
      expect(Buffer.compare(Buffer.from(file), Buffer.from(await drawInvoice(text)))).toBe(0);
    }
    const together = await drawInvoice(...texts);
    expect(Buffer.from(together).toString('latin1')).toMatch(/\/Count 3\b/);
    expect(pdfText(together)).not.toContain('□');
  }
});
