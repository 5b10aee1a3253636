// Without a payment provider nothing is offered and nothing can be ordered.
import { expect, test } from 'vitest';
import { noProvider } from '#server/payments/provider';
import { eachEngine, siteAt } from '../support/server.ts';

eachEngine(
  'no provider',
  (server) => {
    test('CR9 DE30: packages have prices, there is no way to pay, and every order is refused and writes nothing', async () => {
      const me = await server().member({ country: 'NL' });
      const { body } = await server().call('/api/packages.php', { as: me });
      expect(body['packages']).not.toEqual([]);
      expect((await server().call('/api/paymentmethods.php', { as: me })).body).toEqual({ methods: [] });
      for (const method of ['ideal', 'visa', 'sdd', 'paypal']) {
        const answer = await server().call('/api/payment.php', { json: { package: '35', method }, as: me });
        expect([answer.status, answer.body.error?.code]).toEqual([422, 'unknown_method']);
      }
      expect((await server().call('/api/repeat-order.php', { as: me })).body).toMatchObject({
        method: null,
        card: null,
      });
      const debit = await server().call('/api/directdebit.php', { as: me });
      expect(debit.body.error?.code).toBe('unknown_method');
      expect((await server().call('/api/webhook/none', { method: 'POST', body: 'id=tr_1' })).status).toBe(403);
      const rows = await server().database.inTenant(siteAt(0).id, (db) =>
        db.selectFrom('payment').selectAll().execute(),
      );
      expect(rows).toEqual([]);
    });
  },
  { provider: noProvider },
);
