// Random histories of purchases, reports, refunds and spending beside a model: both end with the same account.
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { isPartial, type ReportKind } from '#domain/payments';
import { processReport } from '#server/payments/process-report';
import { bundles } from '#domain/prices';
import { reportOf } from '../support/fake-provider.ts';
import type { MadeMember } from '../support/members.ts';
import { buy, type Order, spend, stateOf } from '../support/payments.ts';
import { eachEngine, figure, siteAt } from '../support/server.ts';

const tenant = siteAt(0).id;
const ids = bundles.map(({ id }) => id);
type Step =
  | { readonly do: 'order'; readonly bundle: string }
  | {
      readonly do: 'report';
      readonly which: number;
      readonly kind: ReportKind;
      readonly part: number;
      readonly wrong: boolean;
    }
  | { readonly do: 'spend'; readonly credits: number };

const kind = fc.constantFrom<ReportKind>(
  ...(['created', 'pending', 'paid', 'paid', 'failed', 'refunded', 'refunded', 'chargeback', 'reversed'] as const),
);
const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 2, arbitrary: fc.record({ do: fc.constant('order' as const), bundle: fc.constantFrom(...ids) }) },
  {
    weight: 5,
    arbitrary: fc.record({
      ...{ do: fc.constant('report' as const), which: fc.nat(9), kind },
      // In thirds of the price: a third of a package's credits never ends in one half, so that rounding is unambiguous.
      part: fc.integer({ min: 1, max: 3 }),
      wrong: fc.integer({ min: 0, max: 9 }).map((roll) => roll === 0),
    }),
  },
  { weight: 3, arbitrary: fc.record({ do: fc.constant('spend' as const), credits: fc.integer({ min: 1, max: 60 }) }) },
);

const thirdsBack = ({ totals }: Modelled): number =>
  Math.min(3, Math.max(0, totals.refunded + totals.chargeback - totals.reversed));

interface Modelled {
  readonly credits: number;
  /** Thirds of the price. */
  readonly totals: { refunded: number; chargeback: number; reversed: number };
  given: boolean;
  /** Credits that the returned money pays for, and how many of them were left to take. */
  due: number;
  taken: number;
}

/** The model: the expected account in a few lines, without a database. */
class Model {
  balance = 4;
  readonly payments: Modelled[] = [];
  get isPaid(): boolean {
    return this.payments.some((payment) => payment.given && thirdsBack(payment) < 3);
  }
  report(which: number, reported: ReportKind, part: number): void {
    const payment = this.payments[which];
    if (!payment) return;
    const { totals } = payment;
    if (reported === 'refunded' || reported === 'chargeback' || reported === 'reversed')
      totals[reported] = Math.max(totals[reported], part);
    else if (reported !== 'paid') return;
    if (!payment.given) this.balance += payment.credits;
    payment.given = true;
    const due = Math.round((payment.credits * thirdsBack(payment)) / 3);
    const change = due > payment.due ? -Math.min(due - payment.due, this.balance) : Math.max(0, payment.taken - due);
    payment.due = due;
    payment.taken -= change;
    this.balance += change;
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
      const totals = { refunded: 0, chargeback: 0, reversed: 0 };
      model.payments.push({ credits, totals, given: false, due: 0, taken: 0 });
    } else if (next.do === 'spend') {
      const balance = await spend(server(), me, next.credits);
      expect(balance).toBe(model.spend(next.credits) ? model.balance : null);
    } else {
      const which = next.which % Math.max(1, orders.length);
      const order = orders[which];
      if (!order) return;
      const amount = isPartial(next.kind) ? Math.round((order.amount * next.part) / 3) : order.amount;
      const told = { ...order, amount: next.wrong ? order.amount + 1 : amount };
      await processReport(server().app.services, tenant, 'sandbox', reportOf(told, next.kind));
      if (!next.wrong) model.report(which, next.kind, next.part);
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
