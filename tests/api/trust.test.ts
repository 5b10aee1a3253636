// The public numbers of a brand: counted from stored facts, and none of too few.
import { expect, test } from 'vitest';
import { countTrust } from '#server/modules/trust/count';
import { JOB_KINDS } from '#server/jobs';
import { eachEngine, siteAt } from '../support/server.ts';

const site = siteAt(0);
const tenant = site.id;
const HOUR = 3_600_000;

eachEngine('the trust page', (server) => {
  const shown = async (of = site) => (await server().call('/api/trust.php', { site: of })).body;
  const ago = (hours: number): Date => new Date(server().now().getTime() - hours * HOUR);
  const report = (at: Date, decided_at: Date | null) =>
    server().database.inTenant(tenant, (db) =>
      db
        .insertInto('report')
        .values({
          ...{ tenant, id: crypto.randomUUID(), hash: crypto.getRandomValues(new Uint8Array(32)), name: 'Ann' },
          ...{ reporter: null, reported: null, about: 'member', category: 'scam', text: '', evidence: '{}', at },
          ...{ status: decided_at ? 'acted' : 'received', decided_at },
        })
        .execute(),
    );
  const refund = (kind: 'refunded' | 'chargeback', received_at: Date, payment = crypto.randomUUID()) =>
    server().database.inTenant(tenant, (db) =>
      db
        .insertInto('webhook_event')
        .values({
          ...{ tenant, provider: 'sandbox', event_id: crypto.randomUUID(), payment, kind, amount: 100, body: '' },
          ...{ received_at, outcome: 'applied' },
        })
        .execute(),
    );

  test('trust.show has no number of fewer than ten, and then the median, shares and refunds of 90 days', async () => {
    server().holdClock();
    const none = { decision_hours: null, answered_percent: null, refunded_payments: null, fictional_percent: null };
    expect(await shown()).toEqual({ ...none, counted_at: null });
    // Nine of each, and what is too old, invisible or no refund.
    for (let n = 1; n <= 9; n += 1) {
      await report(ago(n + 10), ago(10));
      await refund('refunded', ago(n));
      await server().member({ fictional: n === 1 });
    }
    await report(ago(91 * 24), ago(90.5 * 24));
    await refund('refunded', ago(91 * 24));
    await refund('chargeback', ago(1));
    await server().member({ status: 'not_confirmed' });
    await countTrust(server().database, tenant, server().now());
    expect(await shown()).toEqual({ ...none, counted_at: server().now().toISOString() });

    // One more of each; the two refunds of one payment are one.
    await report(ago(40), ago(10));
    await report(ago(3), null);
    const payment = crypto.randomUUID();
    await refund('refunded', ago(3), payment);
    await refund('refunded', ago(2), payment);
    await server().member();
    await server().member();
    await JOB_KINDS.find(({ name }) => name === 'count_trust')?.start(server().app.services, { tenant });
    expect(await shown()).toEqual({
      // Of 1 to 9 hours and 30, half are at most 5.5; 10 of 11 reports are decided; 1 of 11 profiles is fictional.
      ...{ decision_hours: 5.5, answered_percent: 90.9, refunded_payments: 10, fictional_percent: 9.09 },
      counted_at: server().now().toISOString(),
    });
    expect(await shown(siteAt(1))).toEqual({ ...none, counted_at: null });
  });
});
