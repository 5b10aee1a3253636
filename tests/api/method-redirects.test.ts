// Every payment method of the table, ordered in a country that has it: to the provider's page, or refused where it is retired.
import { describe, expect, test } from 'vitest';
import { checkoutFlow, DEBIT_METHOD, type MethodRow, paymentMethods } from '#domain/payment-methods';
import { currencyOf, offersIn } from '../support/default-prices.ts';
import { orderByDebit } from '../support/debit.ts';
import { refOf } from '../support/fake-provider.ts';
import { eachEngine, siteAt } from '../support/server.ts';

const { countries } = siteAt(0).siteSettings;
/** A card is ordered in countries of three currencies, any other method in the first of its own. */
const countriesOf = ({ countries: own }: MethodRow): readonly string[] =>
  own === 'everywhere' ? ['NL', 'GB', 'DK', 'US'] : countries.filter((country) => own.includes(country)).slice(0, 1);
const cases = paymentMethods.flatMap((method) =>
  countriesOf(method).map((country) => [method.id, country, method] as const),
);

test('CR24 CR25 CR26 CR27 CR28: the table has the 24 methods of the specification and three more', () => {
  expect(paymentMethods).toHaveLength(27);
  expect(new Set(cases.map(([id]) => id)).size).toBe(27);
  expect(new Set(cases.map(([, country]) => currencyOf(country))).size).toBeGreaterThanOrEqual(3);
});

eachEngine('payment methods', (server) => {
  describe('orders', () => {
    test.each(cases)('CR24 CR25 CR26 CR27 CR28: %s in %s', async (id, country, method) => {
      const me = await server().member({ country });
      if (id === DEBIT_METHOD) {
        const { payment_id } = await orderByDebit(server(), me);
        expect(server().provider.orders.find((order) => order.id === payment_id)).toMatchObject({ method: id });
        return;
      }
      const { status, body } = await server().call('/api/payment.php', { json: { package: '15', method: id }, as: me });
      if (method.retired) {
        expect([status, body.error?.code]).toEqual([422, 'unknown_method']);
        return;
      }
      expect(status).toBe(200);
      const { payment_id, price } = body['payment'] as { payment_id: string; price: object };
      const amount = offersIn(country).find((offer) => offer.id === '15')?.amount;
      expect(price).toEqual({ amount, currency: currencyOf(country) });
      expect(body['redirect']).toBe(`http://localhost:9/pay/${refOf(payment_id)}`);
      expect(server().provider.orders.find((order) => order.id === payment_id)).toMatchObject({
        ...{ method: id, amount, currency: currencyOf(country), hasBankStep: checkoutFlow(id) === 'bank' },
      });
    });
  });
});
