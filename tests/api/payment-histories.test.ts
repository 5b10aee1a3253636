// Random histories of buying, reporting, returning and spending beside a model of them: every one leaves the same account.
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import type { ReportKind } from '#domain/payments';
import { receive } from '#server/payments/receive';
import { bundles } from '#domain/prices';
import { reportOf } from '../support/house-provider.ts';
import type { MadeMember } from '../support/members.ts';
import { buy, type Order, spend, stateOf } from '../support/payments.ts';
import { eachEngine, figure, siteAt } from '../support/server.ts';

const tenant = siteAt(0).id;
const ids = bundles.map(({ id }) => id);
type Step =
  | { readonly do: 'order'; readonly bundle: string }
  | { readonly do: 'report'; readonly which: number; readonly kind: ReportKind; readonly wrong: boolean }
  | { readonly do: 'spend'; readonly credits: number };

const kind = fc.constantFrom<ReportKind>('created', 'pending', 'paid', 'paid', 'failed', 'refunded', 'chargeback');
const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 2, arbitrary: fc.record({ do: fc.constant('order' as const), bundle: fc.constantFrom(...ids) }) },
  {
    weight: 5,
    arbitrary: fc.record({
      ...{ do: fc.constant('report' as const), which: fc.nat(9), kind },
      wrong: fc.integer({ min: 0, max: 9 }).map((roll) => roll === 0),
    }),
  },
  { weight: 3, arbitrary: fc.record({ do: fc.constant('spend' as const), credits: fc.integer({ min: 1, max: 60 }) }) },
);

/** What should be: the same story in a few lines, without a database. */
class Model {
  balance = 4;
  readonly payments: { readonly credits: number; readonly kinds: Set<ReportKind>; given: boolean; back: boolean }[] =
    [];
  get isPaid(): boolean {
    return this.payments.some(({ given, back }) => given && !back);
  }
  report(which: number, reported: ReportKind): void {
    const payment = this.payments[which];
    if (!payment) return;
    payment.kinds.add(reported);
    if (payment.kinds.has('paid') && !payment.given) {
      payment.given = true;
      this.balance += payment.credits;
    }
    const isReturned = payment.kinds.has('refunded') || payment.kinds.has('chargeback');
    if (!isReturned || !payment.given || payment.back) return;
    payment.back = true;
    this.balance -= Math.min(this.balance, payment.credits);
  }
  spend(credits: number): boolean {
    if (credits > this.balance) return false;
    this.balance -= credits;
    return true;
  }
}

eachEngine('histories', (server) => {
  const take = async (model: Model, me: MadeMember, orders: Order[], next: Step): Promise<void> => {
    if (next.do === 'order') {
      orders.push(await buy(server(), me, next.bundle));
      const credits = bundles.find(({ id }) => id === next.bundle)?.credits ?? 0;
      model.payments.push({ credits, kinds: new Set(), given: false, back: false });
    } else if (next.do === 'spend') {
      const balance = await spend(server(), me, next.credits);
      expect(balance).toBe(model.spend(next.credits) ? model.balance : null);
    } else {
      const which = next.which % Math.max(1, orders.length);
      const order = orders[which];
      if (!order) return;
      const told = next.wrong ? { ...order, amount: order.amount + 1 } : order;
      await receive(server().app.services, tenant, 'sandbox', reportOf(told, next.kind));
      if (!next.wrong) model.report(which, next.kind);
    }
  };

  test(
    'A2 CR20: a random history leaves the account as the model says, and its entries add up',
    async () => {
      await fc.assert(
        fc.asyncProperty(fc.array(step, { minLength: 50, maxLength: 50 }), async (history) => {
          const me = await server().member({ credits: 4 });
          const model = new Model();
          const orders: Order[] = [];
          for (const next of history) await take(model, me, orders, next);
          const { credits, paid_user, entries } = await stateOf(server(), me, orders[0] ?? none);
          const sum = entries.reduce((total, entry) => total + Number(entry.split(' ')[1]), 0);
          expect({ credits, paid_user, sum }).toEqual({
            ...{ credits: model.balance, paid_user: model.isPaid },
            sum: model.balance,
          });
        }),
        { numRuns: figure(500, 16) },
      );
    },
    figure(1_800_000, 300_000),
  );
});

const none: Order = { id: crypto.randomUUID(), amount: 0, currency: 'EUR' };
