// Reports of providers in any order, also concurrent: every order of the same reports has the same result.
import { beforeAll, expect, test } from 'vitest';
import { type ReportKind, reportKinds } from '#domain/payments';
import { noticeOf, notify } from '../support/fake-provider.ts';
import { buy, stateOf } from '../support/payments.ts';
import { eachEngine, figure, siteAt } from '../support/server.ts';

const tenant = siteAt(0).id;

eachEngine('any order', (server) => {
  const kinds: readonly ReportKind[] = ['created', 'pending', 'paid', 'failed', 'refunded', 'chargeback'];
  const orders = permutations(kinds);
  let canonical: object;
  const run = async (order: readonly ReportKind[]) => {
    const me = await server().member({ credits: 4 });
    const payment = await buy(server(), me);
    for (const kind of order) await notify(server(), tenant, noticeOf(payment, kind));
    return stateOf(server(), me, payment);
  };
  beforeAll(async () => {
    canonical = await run(kinds);
  });

  test('B3: all 720 orders of six reports have the same result', async () => {
    expect(orders).toHaveLength(720);
    expect(canonical).toEqual({
      ...{ credits: 4, paid_user: false, status: 'chargeback' },
      entries: ['signup 4', 'purchase 35', 'refund -35'],
    });
    const step = figure(1, 23);
    for (let at = 0; at < orders.length; at += step)
      expect([orders[at], await run(orders[at] ?? [])]).toEqual([orders[at], canonical]);
  });

  test('B3: concurrent reports have that result too', async () => {
    for (let round = 0; round < figure(100, 15); round += 1) {
      const me = await server().member({ credits: 4 });
      const payment = await buy(server(), me);
      await Promise.all(kinds.map((kind) => notify(server(), tenant, noticeOf(payment, kind))));
      expect(await stateOf(server(), me, payment)).toEqual(canonical);
    }
  });

  test('B3: each kind of report alone sets the status of its name', async () => {
    for (const kind of reportKinds) {
      const me = await server().member();
      const payment = await buy(server(), me);
      await notify(server(), tenant, noticeOf(payment, kind));
      const { status, credits } = await stateOf(server(), me, payment);
      const isPaid = kind === 'paid' || kind === 'reversed';
      const expected = isPaid ? 'paid' : kind;
      expect([kind, status, credits]).toEqual([kind, expected, isPaid ? 35 : 0]);
    }
  });
});

function permutations<T>(items: readonly T[]): T[][] {
  if (items.length === 0) return [[]];
  return items.flatMap((item, at) => permutations(items.toSpliced(at, 1)).map((rest) => [item, ...rest]));
}
