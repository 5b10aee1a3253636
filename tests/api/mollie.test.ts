// Payments through Mollie, against a local server that answers as its documented API does: reports are told at once, lost,
// doubled, reordered and late, and end the same.
import { afterAll, afterEach, describe, expect, test } from 'vitest';
import { createApp } from '#server/app';
import { readServerSecret } from '#server/auth/server-secret';
import { mollieProvider, webhookQuery } from '#server/payments/mollie';
import { reconcile } from '#server/payments/reconcile';
import { MOLLIE_KEY, startMollieHost, WEBHOOK_SECRET } from '../support/mollie-host.ts';
import { deliveries, orderAt, play, tell } from '../support/mollie-story.ts';
import { spend, stateOf } from '../support/payments.ts';
import { type CallOptions, eachEngine, siteAt, type TestServer } from '../support/server.ts';

const tenant = siteAt(0).id;
const host = await startMollieHost();
const provider = mollieProvider(
  { key: MOLLIE_KEY, url: host.url },
  { now: () => new Date(), webhookSecret: () => Promise.resolve(WEBHOOK_SECRET) },
  120_000,
);
afterAll(() => host.close());
afterEach(() => {
  host.failsWith = null;
  host.losesAnswers = 0;
});

const unpaid = { credits: 0, paid_user: false, status: 'created', entries: [] };
const paid = { credits: 35, paid_user: true, status: 'paid', entries: ['purchase 35'] };

const outcomesOf = (server: TestServer, { id }: { readonly id: string }) =>
  server.database.inTenant(tenant, async (db) =>
    (await db.selectFrom('webhook_event').select('outcome').where('payment', '=', id).execute()).map(
      ({ outcome }) => outcome,
    ),
  );
const euros = (amount: number): string => (amount / 100).toFixed(2);

eachEngine(
  'mollie',
  (server) => {
    const begin = async () => {
      const me = await server().member({ country: 'NL' });
      return { me, order: await orderAt(server(), host, me) };
    };

    describe.each(deliveries)('with reports %s', (delivery) => {
      const becomes = (ref: string, status: string) => () => host.change(ref, (payment) => (payment.status = status));

      test('B1 B3 B4 CR14 CR20: an order that is paid gives its credits once', async () => {
        const { me, order } = await begin();
        await play(server(), host, order.ref, delivery, [becomes(order.ref, 'pending'), becomes(order.ref, 'paid')]);
        expect(await stateOf(server(), me, order)).toEqual(paid);
        expect((await tell(server(), `id=${order.ref}`)).status).toBe(200);
        expect(await stateOf(server(), me, order)).toEqual(paid);
      });

      test('B3 CR15: an order that failed, was cancelled or expired gives nothing', async () => {
        for (const [theirs, ours] of [
          ['failed', 'failed'],
          ['canceled', 'cancelled'],
          ['expired', 'expired'],
        ] as const) {
          const { me, order } = await begin();
          await play(server(), host, order.ref, delivery, [becomes(order.ref, 'pending'), becomes(order.ref, theirs)]);
          expect(await stateOf(server(), me, order)).toEqual({ ...unpaid, status: ours });
        }
      });

      test('B3 CR20 CR23: refunds in parts take back what they pay for, and one that fails gives it again', async () => {
        const { me, order } = await begin();
        const part = Math.ceil(order.amount / 5);
        await play(server(), host, order.ref, delivery, [
          becomes(order.ref, 'paid'),
          () => host.refund(order.ref, euros(part), 'pending'),
          () => host.refund(order.ref, euros(part)),
        ]);
        expect(await stateOf(server(), me, order)).toMatchObject({ credits: 21, status: 'partly_refunded' });
        host.change(order.ref, ({ refunds }) => refunds.forEach((each) => (each.status = 'failed')));
        await tell(server(), `id=${order.ref}`);
        expect(await stateOf(server(), me, order)).toMatchObject({ credits: 35, status: 'paid', paid_user: true });
        host.refund(order.ref, euros(order.amount));
        await tell(server(), `id=${order.ref}`);
        expect(await stateOf(server(), me, order)).toMatchObject({ credits: 0, status: 'refunded', paid_user: false });
      });

      test('B3 CR20: a chargeback takes the unspent credits, and a won dispute gives them back', async () => {
        const { me, order } = await begin();
        await play(server(), host, order.ref, delivery, [
          becomes(order.ref, 'paid'),
          () => host.chargeBack(order.ref, euros(order.amount)),
        ]);
        expect(await stateOf(server(), me, order)).toMatchObject({
          credits: 0,
          status: 'chargeback',
          paid_user: false,
        });
        host.change(order.ref, ({ chargebacks }) => chargebacks.forEach((each) => (each.reversedAt = each.createdAt)));
        await tell(server(), `id=${order.ref}`);
        expect(await stateOf(server(), me, order)).toMatchObject({ credits: 35, status: 'paid', paid_user: true });
      });
    });

    test('B1: an order of which no webhook ever tells is asked about, and paid once', async () => {
      const { me, order } = await begin();
      host.change(order.ref, (payment) => (payment.status = 'paid'));
      server().advance(120);
      await reconcile(server().app.services, tenant);
      expect(await stateOf(server(), me, order)).toEqual(paid);
      await tell(server(), `id=${order.ref}`);
      expect(await stateOf(server(), me, order)).toEqual(paid);
    });

    test('B5: another amount or currency than the order’s is parked for a person, and gives nothing', async () => {
      for (const amount of [
        { currency: 'EUR', value: '0.01' },
        { currency: 'USD', value: null },
      ]) {
        const { me, order } = await begin();
        const lines = server().logged.length;
        host.change(order.ref, (payment) => {
          payment.status = 'paid';
          payment.amount = { currency: amount.currency, value: amount.value ?? payment.amount.value };
        });
        expect((await tell(server(), `id=${order.ref}`)).status).toBe(200);
        expect(await stateOf(server(), me, order)).toEqual(unpaid);
        expect(await outcomesOf(server(), order)).toEqual(['parked']);
        expect(server().logged.slice(lines).join('')).toContain('"problem":"another amount"');
      }
    });

    test('B5: a payment of another order, or one that was not made here, gives nothing', async () => {
      const { me, order } = await begin();
      const { order: other } = await begin();
      const asked = { ...order.payment.asked, metadata: { tenant, order: other.id } };
      host.payments.set(order.ref, { ...order.payment, asked, status: 'paid' });
      expect((await tell(server(), `id=${order.ref}`)).status).toBe(200);
      host.payments.set(order.ref, { ...order.payment, asked: { ...asked, metadata: null }, status: 'paid' });
      expect((await tell(server(), `id=${order.ref}`)).status).toBe(200);
      expect(await stateOf(server(), me, order)).toEqual(unpaid);
      expect(await outcomesOf(server(), other)).toEqual(['parked']);
    });

    test('B2: a webhook at another brand’s address says nothing about a payment', async () => {
      const { me, order } = await begin();
      host.change(order.ref, (payment) => (payment.status = 'paid'));
      expect((await tell(server(), `id=${order.ref}`, siteAt(1))).status).toBe(200);
      expect(await stateOf(server(), me, order)).toEqual(unpaid);
      expect(await outcomesOf(server(), order)).toEqual([]);
      const elsewhere = await server().database.inTenant(siteAt(1).id, (db) =>
        db.selectFrom('webhook_event').select('event_id').execute(),
      );
      expect(elsewhere).toEqual([]);
    });

    test('B2 B5: nothing in a forged webhook is believed, and one without a payment’s id asks Mollie nothing', async () => {
      const { me, order } = await begin();
      const asked = host.requests.length;
      for (const body of ['', 'id=', 'id=ord_1', 'id=tr_../methods', `id=tr_${'x'.repeat(90)}`, '{"id":"tr_1"}', '%'])
        expect([body, (await tell(server(), body)).status]).toEqual([body, 200]);
      expect(host.requests.length).toBe(asked);
      expect((await tell(server(), 'id=tr_unknown')).status).toBe(200);
      const claims = `id=${order.ref}&status=paid&amount=100000&metadata[order]=${order.id}`;
      expect((await tell(server(), claims)).status).toBe(200);
      expect(await stateOf(server(), me, order)).toEqual(unpaid);
    });

    test('B2: a webhook without the token of its brand is refused before Mollie is asked', async () => {
      const { me, order } = await begin();
      host.change(order.ref, (payment) => (payment.status = 'paid'));
      const asked = host.requests.length;
      const queries = [
        'token=',
        'token=x',
        webhookQuery(WEBHOOK_SECRET, siteAt(1).id),
        webhookQuery(Buffer.from('k'), tenant),
      ];
      for (const query of queries)
        expect([query, (await tell(server(), `id=${order.ref}`, undefined, query)).status]).toEqual([query, 403]);
      expect(host.requests.length).toBe(asked);
      expect(await stateOf(server(), me, order)).toEqual(unpaid);
    });

    test('B2: a webhook without any token, of an order of before there were tokens, asks only about known payments', async () => {
      const { me, order } = await begin();
      host.change(order.ref, (payment) => (payment.status = 'paid'));
      const asked = host.requests.length;
      for (const body of ['', 'id=tr_unknown', `id=${order.ref}x`, `id=${order.id}`])
        expect([body, (await tell(server(), body, undefined, '')).status]).toEqual([body, 403]);
      // Another tenant's brand does not know it.
      expect((await tell(server(), `id=${order.ref}`, siteAt(1), '')).status).toBe(403);
      expect(host.requests.length).toBe(asked);
      expect((await tell(server(), `id=${order.ref}`, undefined, '')).status).toBe(200);
      expect(await stateOf(server(), me, order)).toEqual(paid);
      host.chargeBack(order.ref, euros(order.amount));
      expect((await tell(server(), `id=${order.ref}`, undefined, '')).status).toBe(200);
      expect(await stateOf(server(), me, order)).toMatchObject({ credits: 0, status: 'chargeback' });
    });

    test('B2 DE52: after a new key of Mollie, reports about older payments are taken by the secret of the installation', async () => {
      const { me, order } = await begin();
      host.change(order.ref, (payment) => (payment.status = 'paid'));
      const { services } = server().app;
      const webhookSecret = () => services.database.inTenant(tenant, (db) => readServerSecret(db, 'webhook'));
      const key = `test_${'n'.repeat(30)}`;
      const renewed = mollieProvider({ key, url: host.url }, { now: services.now, webhookSecret }, 120_000);
      const app = await createApp({ ...services, formPage: undefined as never, provider: renewed });
      const other = {
        ...server(),
        call: (path: string, options?: CallOptions) => server().callApp(app, path, options),
      };
      host.key = key;
      const query = webhookQuery(await webhookSecret(), tenant);
      expect((await tell(other, `id=${order.ref}`, undefined, query)).status).toBe(200);
      host.key = MOLLIE_KEY;
      expect(await stateOf(server(), me, order)).toEqual(paid);
      await app.close();
    });

    test('B6: a webhook while Mollie is down is refused, so that it comes again', async () => {
      const { me, order } = await begin();
      host.change(order.ref, (payment) => (payment.status = 'paid'));
      host.failsWith = 503;
      expect((await tell(server(), `id=${order.ref}`)).status).toBe(503);
      host.failsWith = null;
      expect((await tell(server(), `id=${order.ref}`)).status).toBe(200);
      expect(await stateOf(server(), me, order)).toEqual(paid);
    });

    test('CR23 B1: a withdrawal is refunded once, also when the answer is lost and its key is forgotten', async () => {
      const { me, order } = await begin();
      host.change(order.ref, (payment) => (payment.status = 'paid'));
      await tell(server(), `id=${order.ref}`);
      await spend(server(), me, 10);
      const { body } = await server().call('/api/withdrawal.php', { json: { payment: order.id }, as: me });
      const { refund } = body['withdrawal'] as { refund: { amount: number } };
      host.losesAnswers = 1;
      await expect(server().runJobs()).rejects.toThrow();
      host.forgetKeys();
      await server().runJobs();
      expect(order.payment.refunds.map(({ amount }) => amount.value)).toEqual([euros(refund.amount)]);
      expect(await stateOf(server(), me, order)).toMatchObject({ credits: 0, status: 'partly_refunded' });
    });
  },
  { provider },
);
