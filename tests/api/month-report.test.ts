// The report of a month: what came, what was decided, and how near disputes are to the limits of payment schemes.
import { expect, test } from 'vitest';
import type { MonthReport } from '#server/modules/figures/month-report';
import { operate as operateOn, typedOrder } from '../support/operator.ts';
import { closeMatter } from '#server/staff/desk/matters';
import { buy } from '../support/payments.ts';
import { noticeOf, notify } from '../support/fake-provider.ts';
import { eachEngine, siteAt } from '../support/server.ts';

const site = siteAt(0);
const tenant = site.id;

eachEngine('the report of a month', (server) => {
  const monthOf = (date: Date): string => date.toISOString().slice(0, 7);
  const reportOf = async (month: string): Promise<MonthReport> => {
    const line = `report --month ${month} --brand ${site.folder} --json`;
    return (JSON.parse((await operateOn(server(), line)).join('\n')) as { brands: [MonthReport] }).brands[0];
  };

  test('DE11: reports, decisions, appeals, complaints, refunds and disputes of the month are counted, and of no other', async () => {
    server().holdClock();
    const now = server().now();
    // Everything below happens in the middle of one month.
    server().advance((Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + 1, 15, 12) - now.getTime()) / 1000);
    const month = monthOf(server().now());
    const me = await server().member({ credits: 5 });
    const ids: string[] = [];
    for (const category of ['scam', 'scam', 'fake'] as const) {
      const other = await server().member();
      await server().call('/api/report.php', { json: { profile: other.id, category, text: 'So.' }, as: me });
      ids.push(
        (
          await server().database.inTenant(tenant, (db) =>
            db.selectFrom('report').select('id').where('reported', '=', other.id).executeTakeFirstOrThrow(),
          )
        ).id,
      );
    }
    server().advance(1800);
    await operateOn(server(), `report close ${ids[0]} --as Kim --note "As agreed"`);
    server().advance(3600);
    await operateOn(server(), `report ban ${ids[1]} --as Kim --because scam`);
    for (const text of ['Slow.', 'Dear.']) {
      await server().call('/api/complaint.php', { json: { email: '', subject: 'else', text }, as: me });
      server().advance(60);
    }

    const payers = [];
    for (const kinds of [[], ['refunded'], ['chargeback'], ['refunded', 'chargeback']] as const) {
      const payer = await server().member({ credits: 0 });
      const order = await buy(server(), payer);
      await notify(server(), tenant, noticeOf(order, 'paid'));
      for (const kind of kinds) {
        server().advance(60);
        const amount = kind === 'refunded' ? 100 : order.amount - 100;
        await notify(server(), tenant, noticeOf({ ...order, amount }, kind));
      }
      payers.push(payer);
    }
    const found = await reportOf(month);
    expect(found.reports).toEqual({
      ...{ received: 3, answered: 2, decided: 2, medianMinutes: 60 },
      by_category: { fake: 1, scam: 2 },
    });
    expect(found.decisions).toEqual({ ban: 1, no_action: 1 });
    expect(found.appeals).toEqual({ received: 0, granted: 0, refused: 0, open: 0 });
    expect(found.complaints.received).toBe(2);
    expect(found.payments).toEqual({
      ...{ paid: 4, refunded: 2, disputed: 2, refunded_first: 1, dispute_percent: 50, is_near_limit: true },
    });
    const lines = (await operateOn(server(), `report --month ${month} --brand ${site.folder}`)).join('\n');
    expect(lines).toMatch(/3 received, 2 of them decided; 2 decided this month, median 1\.0 hours/);
    expect(lines).toMatch(/2 disputed \(50%\), 1 of them refunded before\n {2}WARNING/);

    const [running, second] = found.complaints.running;
    expect(Date.parse(String(running?.answer_by)) - server().now().getTime()).toBeGreaterThan(6 * 86_400_000);
    await server().database.inTenant(tenant, (db) =>
      closeMatter(db, { tenant, kind: 'complaint', id: String(running?.id), now: server().now() }),
    );
    expect((await reportOf(month)).complaints).toEqual({
      received: 2,
      running: [{ ...second, answer_by: expect.any(String) }],
      late: [],
    });
    const later = await reportOf('2031-01');
    expect(later.reports).toMatchObject({ received: 0, medianMinutes: null, by_category: {} });
    expect(later.payments).toMatchObject({ paid: 0, disputed: 0, dispute_percent: null, is_near_limit: false });
    server().advance(8 * 86_400);
    // Its time is over, but it waits still: also in the report of a later month, until it is closed.
    const late = [{ ...second, answer_by: expect.any(String) as string }];
    expect((await reportOf(month)).complaints).toEqual({ received: 2, running: [], late });
    expect((await reportOf('2031-01')).complaints).toEqual({ received: 0, running: [], late });
    expect((await reportOf('2020-01')).complaints).toEqual({ received: 0, running: [], late: [] });
    expect((await operateOn(server(), `report --month ${month} --brand ${site.folder}`)).join('\n')).toContain(
      `1 open beyond them\n              ${second?.id} LATE since ${String(second?.answer_by)}`,
    );
    await server().database.inTenant(tenant, (db) =>
      closeMatter(db, { tenant, kind: 'complaint', id: String(second?.id), now: server().now() }),
    );
    expect((await reportOf(month)).complaints).toEqual({ received: 2, running: [], late: [] });
  });
});

test('report --month takes a month, and report ID stays as it was', () => {
  expect(() => typedOrder('report --month 2026-13')).toThrow('--month is a month');
  expect(typedOrder('report --month 2026-12')).toMatchObject({
    ...{ kind: 'month', from: new Date('2026-12-01T00:00:00Z'), to: new Date('2027-01-01T00:00:00Z'), isJson: false },
  });
  expect(() => typedOrder('report')).toThrow('The second word is show');
});
