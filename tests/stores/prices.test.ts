// What credits cost in money, as it is shown beside them.
import { expect, test, vi } from 'vitest';
import type { User } from '#contract/auth';
import { approximatePrice } from '#stores/prices';
import { $user } from '#stores/session';

vi.mock('#lib/page', () => ({
  isVisitor: () => false,
  readPage: () => ({
    ...{ language: 'en', tag: 'en-GB', countries: {} },
    texts: { shell: { about_money: 'about {{money}}', from_money: 'from {{money}}, pack of {{count}}' } },
  }),
}));

const pricesAt = (pack: number | null): unknown => {
  $user.set({ credit_price: { amount: 147, currency: 'EUR', pack } } as User);
  return [approximatePrice(1), approximatePrice(3), approximatePrice(0)];
};

test('CR55: the price is that of the pack bought last, and before it the lowest one with its pack', () => {
  expect(pricesAt(null)).toEqual(['about €1.47', 'about €4.41', null]);
  expect(pricesAt(400)).toEqual(['from €1.47, pack of 400', 'from €4.41, pack of 400', null]);
  $user.set(null);
  expect(approximatePrice(1)).toBeNull();
});
