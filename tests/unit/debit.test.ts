// Rules of direct debit: what an IBAN and a telephone number are, limits on both sides, and what is encrypted.
import { expect, test } from 'vitest';
import { DEBIT, debitProblem, isCode, isHolderCountry, isPhoneCountry, maskedPhone, readCode } from '#domain/debit';
import { readIban } from '#domain/iban';
import { readPhone } from '#domain/phone-number';
import { fingerprint, seal, unseal } from '#server/payments/seal';

test('CR49: an IBAN may be typed with spaces and small letters, also after its name; a wrong digit, length or country is refused', () => {
  expect(readIban(' nl91 abna 0417 1643 00 ')).toBe('NL91ABNA0417164300');
  expect(readIban('FR14 2004 1010 0505 0001 3M02 606')).toBe('FR1420041010050500013M02606');
  for (const typed of ['IBAN:NL91ABNA0417164300', 'IBAN NL91 ABNA 0417 1643 00', ' iban: nl91 abna 0417 1643 00'])
    expect(readIban(typed)).toBe('NL91ABNA0417164300');
  expect(readIban('FR14 2004 1010 0505 0001 3M02 607')).toBeNull();
  expect(readIban('DE89-3704-0044-0532-0130-00')).toBe('DE89370400440532013000');
  for (const typed of ['NL91ABNA0417164301', 'NL91ABNA041716430', 'TR330006100519786457841326', '', 'Anna', '0'])
    expect(readIban(typed)).toBeNull();
});

test('CR49: a number is read as one of the country unless it names its own', () => {
  expect(readPhone('06 1234 5678', 'NL')).toEqual({ number: '+31612345678', country: 'NL' });
  expect(readPhone('0171 1234567', 'DE')).toEqual({ number: '+491711234567', country: 'DE' });
  expect(readPhone('+49 (171) 1234567', 'NL')).toEqual({ number: '+491711234567', country: 'DE' });
  for (const typed of ['0612', '+1', 'my phone', '06 1234 5678 9999', '+31 6 12345678 ext 9'])
    expect(readPhone(typed, 'NL')).toBeNull();
  expect(readPhone('612345678', 'XX')).toBeNull();
  expect(maskedPhone('+31612345678')).toBe('+31 ••• 78');
});

test('CR50: codes are sent to countries of the brand in which direct debit is offered', () => {
  const countries = ['NL', 'SE', 'US'];
  const isSent = (country: string | null) => isPhoneCountry(country, countries);
  expect([isSent('NL'), isSent('DE'), isSent('SE'), isSent('US'), isSent(null)]).toEqual([
    true,
    false,
    false,
    false,
    false,
  ]);
});

test('CR50: a code is six digits, however they are grouped', () => {
  expect(readCode('123 456')).toBe('123456');
  expect([isCode('123456'), isCode('12345'), isCode('1234567'), isCode('12345a')]).toEqual([true, false, false, false]);
});

test('CR51: returned debits block before limits do; the limits hold to the cent', () => {
  const none = { returns: 0, orders: 0, total: 0 };
  expect(debitProblem(none, DEBIT.amountPer30Days)).toBeNull();
  expect(debitProblem(none, DEBIT.amountPer30Days + 1)).toBe('debit_limit');
  expect(debitProblem({ ...none, total: 1 }, DEBIT.amountPer30Days)).toBe('debit_limit');
  expect(debitProblem({ ...none, orders: DEBIT.ordersPerDay - 1 }, 1)).toBeNull();
  expect(debitProblem({ ...none, orders: DEBIT.ordersPerDay }, 1)).toBe('debit_limit');
  expect(debitProblem({ ...none, returns: DEBIT.returnsUntilBlocked - 1 }, 1)).toBeNull();
  expect(debitProblem({ returns: DEBIT.returnsUntilBlocked, orders: 9, total: 0 }, 1)).toBe('debit_blocked');
  expect([isHolderCountry('NL'), isHolderCountry('SE'), isHolderCountry('US')]).toEqual([true, true, false]);
});

test('CR49: an IBAN is sealed differently each time, and opens only with its key and at its place', () => {
  const [secret, other] = [{ ibanKey: 'a'.repeat(32) }, { ibanKey: 'b'.repeat(32) }];
  const sealed = seal(secret, '1 M1-A', 'NL91ABNA0417164300');
  expect(unseal(secret, '1 M1-A', sealed)).toBe('NL91ABNA0417164300');
  expect(sealed.equals(seal(secret, '1 M1-A', 'NL91ABNA0417164300'))).toBe(false);
  expect(sealed.includes('ABNA')).toBe(false);
  expect(() => unseal(secret, '2 M1-A', sealed)).toThrow();
  expect(() => unseal(other, '1 M1-A', sealed)).toThrow();
  const changed = Buffer.from(sealed);
  changed.writeUInt8(changed.readUInt8(changed.length - 1) ^ 1, changed.length - 1);
  expect(() => unseal(secret, '1 M1-A', changed)).toThrow();
  expect(fingerprint(secret, 'iban', 'x').equals(fingerprint(other, 'iban', 'x'))).toBe(false);
  expect(fingerprint(secret, 'iban', 'x').equals(fingerprint(secret, 'code', 'x'))).toBe(false);
});
