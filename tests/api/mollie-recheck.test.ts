// Money that went back at Mollie without a webhook is found by asking about paid payments again.
import { afterAll, expect, test } from 'vitest';
import { mollieProvider } from '#server/payments/mollie';
import { paidRecheck } from '#server/payments/recheck-paid';
import { MOLLIE_KEY, startMollieHost, WEBHOOK_SECRET } from '../support/mollie-host.ts';
import { orderAt, tell } from '../support/mollie-story.ts';
import { stateOf } from '../support/payments.ts';
import { eachEngine, siteAt } from '../support/server.ts';

const tenant = siteAt(0).id;
const DAY = 86_400;
const host = await startMollieHost();
afterAll(() => host.close());
const provider = mollieProvider(
  { key: MOLLIE_KEY, url: host.url },
  { now: () => new Date(), webhookSecret: () => Promise.resolve(WEBHOOK_SECRET) },
  120_000,
);
const euros = (amount: number): string => (amount / 100).toFixed(2);

eachEngine(
  'paid payments at mollie',
  (server) => {
    test('CR20 DE60: a refund and a chargeback of which no webhook tells are found, and count once', async () => {
      const me = await server().member({ country: 'NL' });
      const order = await orderAt(server(), host, me);
      host.change(order.ref, (payment) => (payment.status = 'paid'));
      await tell(server(), `id=${order.ref}`);
      const later = (days: number) => {
        server().advance(days * DAY);
        return paidRecheck.run(server().app.services, { tenant });
      };
      const part = Math.ceil(order.amount / 5);
      host.refund(order.ref, euros(part));
      await later(1);
      expect(await stateOf(server(), me, order)).toMatchObject({ credits: 28, status: 'partly_refunded' });
      host.chargeBack(order.ref, euros(order.amount - part));
      await later(2);
      const after = await stateOf(server(), me, order);
      expect(after).toMatchObject({ credits: 0, status: 'chargeback', paid_user: false });
      // Its webhook was only late.
      await tell(server(), `id=${order.ref}`);
      expect(await stateOf(server(), me, order)).toEqual(after);
      const asked = host.requests.length;
      await later(1);
      expect(host.requests).toHaveLength(asked);
    });
  },
  { provider },
);
