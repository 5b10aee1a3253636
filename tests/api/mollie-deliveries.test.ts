// Withdrawals, direct debits and kept cards at Mollie, with reports told at once, lost, doubled, reordered and late: all end the same.
import { afterAll, describe, expect, test } from 'vitest';
import type { Payment } from '#contract/credits';
import { mollieProvider } from '#server/payments/mollie';
import { correctionsOf } from '#server/payments/invoices/correct-invoice';
import { orderByDebit } from '../support/debit.ts';
import { MOLLIE_KEY, startMollieHost, WEBHOOK_SECRET } from '../support/mollie-host.ts';
import { deliveries, orderAt, paymentFor, play, tell } from '../support/mollie-story.ts';
import { type Order, spend, stateOf } from '../support/payments.ts';
import { eachEngine, siteAt } from '../support/server.ts';

const tenant = siteAt(0).id;
const host = await startMollieHost();
const provider = mollieProvider(
  { key: MOLLIE_KEY, url: host.url },
  { now: () => new Date(), webhookSecret: () => Promise.resolve(WEBHOOK_SECRET) },
  120_000,
);
afterAll(() => host.close());

const euros = (amount: number): string => (amount / 100).toFixed(2);

eachEngine(
  'mollie’s reports',
  (server) => {
    const becomes = (ref: string, status: string) => () => host.change(ref, (payment) => (payment.status = status));
    const refundBecomes = (ref: string, status: string) => () =>
      host.change(ref, ({ refunds }) => refunds.forEach((each) => (each.status = status)));
    const dispute = (ref: string, { amount }: Pick<Order, 'amount'>) => ({
      begins: () => host.chargeBack(ref, euros(amount)),
      isWon: () =>
        host.change(ref, ({ chargebacks }) => chargebacks.forEach((each) => (each.reversedAt = each.createdAt))),
    });
    const corrected = async ({ id }: Pick<Order, 'id'>): Promise<number> => {
      await server().runJobs();
      const rows = await server().database.inTenant(tenant, (db) => correctionsOf(db, tenant, id));
      return rows.reduce((sum, { amount }) => sum + amount, 0);
    };
    const paid = async (json?: object) => {
      const me = await server().member({ country: 'NL' });
      const order = await orderAt(server(), host, me, json);
      if (json === undefined) becomes(order.ref, 'paid')();
      return { me, order };
    };

    describe.each(deliveries)('told %s', (delivery) => {
      test('B3 CR23 CR54: a withdrawal is refunded once, and a refund that fails gives its credits back', async () => {
        const { me, order } = await paid();
        await tell(server(), `id=${order.ref}`);
        await spend(server(), me, 10);
        const { body } = await server().call('/api/withdrawal.php', { json: { payment: order.id }, as: me });
        const { refund } = body['withdrawal'] as { refund: { amount: number } };
        await server().runJobs();
        await play(server(), host, order.ref, delivery, [refundBecomes(order.ref, 'refunded')]);
        expect(await stateOf(server(), me, order)).toMatchObject({ credits: 0, status: 'partly_refunded' });
        expect(await corrected(order)).toBe(refund.amount);
        await play(server(), host, order.ref, delivery, [refundBecomes(order.ref, 'failed')]);
        expect(await stateOf(server(), me, order)).toMatchObject({ credits: 25, status: 'paid', paid_user: true });
        expect(await corrected(order)).toBe(0);
        expect(order.payment.refunds.map(({ amount }) => amount.value)).toEqual([euros(refund.amount)]);
      });

      test('B3 CR20 CR48 CR51: a direct debit that the bank returns takes its unspent credits', async () => {
        const me = await server().member({ country: 'NL' });
        const { payment_id: id, price } = await orderByDebit(server(), me);
        const { id: ref, status } = paymentFor(host, id);
        expect(status).toBe('pending');
        const order = { id, ...price };
        await play(server(), host, ref, delivery, [becomes(ref, 'paid'), dispute(ref, order).begins]);
        expect(await stateOf(server(), me, order)).toMatchObject({
          ...{ credits: 0, status: 'chargeback', paid_user: false },
        });
        expect(await corrected(order)).toBe(order.amount);
      });

      test('B3 CR12 CR20 DE31: a kept card that is charged again gives its credits once, also after a dispute that is won', async () => {
        const { me, order: first } = await paid({ package: '35', method: 'visa', remember_card: true });
        const mandate = host.idOf('mdt');
        host.mandates.get(String(first.payment.asked['customerId']))?.set(mandate, null);
        host.change(first.ref, (payment) => {
          payment.status = 'paid';
          payment.mandateId = mandate;
          payment.details = { cardNumber: '4242', cardLabel: 'Visa', cardHolder: 'Eva Jansen' };
        });
        await tell(server(), `id=${first.ref}`);
        const json = { package: '35', amount: first.amount };
        const { body } = await server().call('/api/repeat-order.php', { json, as: me });
        const { payment_id: id } = body['payment'] as Payment;
        const { id: ref } = paymentFor(host, id);
        const { begins, isWon } = dispute(ref, first);
        await play(server(), host, ref, delivery, [begins, isWon]);
        const order = { ...first, id };
        const { credits, status, entries } = await stateOf(server(), me, order);
        expect([credits, status]).toEqual([70, 'paid']);
        expect(entries.filter((each) => each.startsWith('purchase'))).toHaveLength(2);
        expect(await corrected(order)).toBe(0);
      });
    });
  },
  { provider },
);
