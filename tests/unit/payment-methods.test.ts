// Payment methods: every method of the specification, offered in its countries, and no discontinued one.
import { expect, test } from 'vitest';
import { checkoutFlow, findMethod, methodsIn, orderableMethod, paymentMethods } from '#domain/payment-methods';
import { loadSites } from '#site/load';

const countries = [...new Set(loadSites(process.cwd()).flatMap((site) => site.siteSettings.countries))];
const named =
  'sdd prezelewy24 blik sct giropay mastercard visa creditcard dankort mobilepay swish twint satispay vipps cartebancaire nexi ideal bancontact applepay paysafecard maestro paypal sofort eps'.split(
    ' ',
  );
const idsIn = (country: string): string[] => methodsIn(country).map(({ id }) => id);

test('CR24 CR25 CR26 CR27 CR28: every method of the specification is known, and the added ones', () => {
  for (const id of [...named, 'wero', 'klarna', 'googlepay']) expect(findMethod(id), id).not.toBeNull();
  expect(new Set(paymentMethods.map(({ id }) => id)).size).toBe(paymentMethods.length);
  expect(findMethod('prezelewy24')).toBe(findMethod('przelewy24'));
});

test('CR9 CR25: every country has cards and its own methods, each once, the local ones first', () => {
  for (const country of countries) {
    const ids = idsIn(country);
    expect(new Set(ids).size).toBe(ids.length);
    for (const id of ['visa', 'mastercard', 'paypal', 'applepay']) expect(ids, country).toContain(id);
  }
  const local = { NL: 'ideal', BE: 'bancontact', AT: 'eps', CH: 'twint', FR: 'cartebancaire', IT: 'satispay' };
  for (const [country, id] of Object.entries({ ...local, PL: 'blik', DK: 'mobilepay', SE: 'swish', NO: 'vipps' }))
    expect(idsIn(country)[0]).toBe(id);
  expect(idsIn('PL')).toContain('przelewy24');
  expect(idsIn('US')).not.toContain('sdd');
});

test('CR27: giropay and sofort are kept for earlier payments, and not offered', () => {
  for (const id of ['giropay', 'sofort']) {
    expect(findMethod(id)?.retired).toBe(true);
    for (const country of countries) {
      expect(idsIn(country)).not.toContain(id);
      expect(orderableMethod(id, country)).toBeNull();
    }
  }
});

test('CR24: an order may name a method offered in its country, also by another name', () => {
  expect(orderableMethod('prezelewy24', 'PL')?.id).toBe('przelewy24');
  expect(orderableMethod('prezelewy24', 'NL')).toBeNull();
  expect(orderableMethod('swish', 'NO')).toBeNull();
  for (const id of ['', 'toString', '__proto__', 'bitcoin']) expect(orderableMethod(id, 'NL')).toBeNull();
});

test('CR10 CR28: a bank is chosen with eps and przelewy24 only, and an unknown method redirects', () => {
  const withBank = paymentMethods.filter(({ hasBankStep }) => hasBankStep).map(({ id }) => id);
  expect(withBank.sort()).toEqual(['eps', 'przelewy24']);
  expect([
    checkoutFlow('eps'),
    checkoutFlow('prezelewy24'),
    checkoutFlow('ideal'),
    checkoutFlow('of-tomorrow'),
  ]).toEqual(['bank', 'bank', 'redirect', 'redirect']);
});
