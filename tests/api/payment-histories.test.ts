// Random histories of purchases, reports, refunds and spending beside a model: both end with the same account.
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { type Amounts, isPartial, type ReportKind, returned } from '#domain/payments';
import { creditsTakenBack, failedRefunds, isRefundFailed, refundFor, type Withdrawn } from '#domain/withdrawal';
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
  | { readonly do: 'spend'; readonly credits: number }
  /** The member withdraws from an order, or its refund is reported. */
  | { readonly do: 'withdraw'; readonly which: number }
  | { readonly do: 'settle'; readonly which: number };

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
  { weight: 1, arbitrary: fc.record({ do: fc.constant('withdraw' as const), which: fc.nat(9) }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('settle' as const), which: fc.nat(9) }) },
);

interface Modelled {
  readonly credits: number;
  readonly price: number;
  /** Minor units. */
  readonly totals: { refunded: number; chargeback: number; reversed: number };
  given: boolean;
  /** Credits of the purchase that are unused. */
  unused: number;
  /** Credits that the returned money pays for, and how many of them were left to take. */
  due: number;
  taken: number;
  withdrawn: Withdrawn | null;
}

const amountsOf = ({ given, price, totals }: Modelled): Amounts => ({
  paid: given ? price : 0,
  ...{ refunded: totals.refunded, charged_back: totals.chargeback, reversed: totals.reversed },
});

/** The model: the expected account in a few lines, without a database. */
class Model {
  balance = 4;
  readonly payments: Modelled[] = [];
  /** In the order in which they were paid. */
  readonly lots: Modelled[] = [];
  get isPaid(): boolean {
    return this.payments.some((payment) => payment.given && returned(amountsOf(payment)) < payment.price);
  }
  report(payment: Modelled, reported: ReportKind, amount: number): void {
    const { totals, price } = payment;
    if (reported === 'refunded' || reported === 'chargeback' || reported === 'reversed') {
      const isWithin =
        reported === 'reversed'
          ? amount <= Math.max(price, totals.refunded + totals.chargeback)
          : amount <= price + totals.reversed;
      if (!isWithin) return;
      totals[reported] = Math.max(totals[reported], amount);
    } else if (reported !== 'paid') return;
    if (!payment.given) {
      this.balance += payment.credits;
      payment.unused = payment.credits;
      this.lots.push(payment);
    }
    payment.given = true;
    const due = payment.withdrawn
      ? creditsTakenBack(payment.credits, amountsOf(payment), payment.withdrawn)
      : Math.round((payment.credits * returned(amountsOf(payment))) / price);
    if (due > payment.due) {
      const change = Math.min(due - payment.due, this.balance);
      this.use(change, payment);
      payment.taken += change;
    } else {
      const change = Math.max(0, payment.taken - due);
      this.balance += change;
      payment.unused += change;
      payment.taken -= change;
    }
    payment.due = due;
  }
  spend(credits: number): boolean {
    if (credits > this.balance) return false;
    this.use(credits, null);
    return true;
  }
  /** What the member withdraws, or null when that is refused. */
  withdraw(payment: Modelled): number | null {
    const amounts = amountsOf(payment);
    const back = returned(amounts);
    const isOver = payment.withdrawn !== null && !isRefundFailed(payment.withdrawn, amounts);
    const credits = payment.unused;
    if (!payment.given || back >= payment.price || isOver || credits === 0) return null;
    const amount = refundFor({ amount: payment.price, returned: back, credits: payment.credits }, credits);
    payment.withdrawn = {
      ...{ credits, amount, refundedBefore: amounts.refunded },
      failedBefore: failedRefunds(amounts),
    };
    payment.taken += credits;
    payment.due = creditsTakenBack(payment.credits, amounts, payment.withdrawn);
    this.use(credits, payment);
    return credits;
  }
  private use(credits: number, first: Modelled | null): void {
    this.balance -= credits;
    let rest = credits;
    for (const lot of first ? [first, ...this.lots] : this.lots) {
      const used = Math.min(lot.unused, rest);
      lot.unused -= used;
      rest -= used;
    }
  }
}

eachEngine('histories', (server) => {
  const take = async (model: Model, me: MadeMember, orders: Order[], next: Step): Promise<void> => {
    if (next.do === 'order') {
      orders.push(await buy(server(), me, next.bundle));
      const credits = bundles.find(({ id }) => id === next.bundle)?.credits ?? 0;
      const totals = { refunded: 0, chargeback: 0, reversed: 0 };
      const price = orders.at(-1)?.amount ?? 0;
      model.payments.push({ credits, price, totals, given: false, unused: 0, due: 0, taken: 0, withdrawn: null });
    } else if (next.do === 'spend') {
      const balance = await spend(server(), me, next.credits);
      expect(balance).toBe(model.spend(next.credits) ? model.balance : null);
    } else {
      const which = next.which % Math.max(1, orders.length);
      const [order, payment] = [orders[which], model.payments[which]];
      if (!order || !payment) return;
      if (next.do === 'withdraw') {
        const { body } = await server().call('/api/withdrawal.php', { json: { payment: order.id }, as: me });
        const { credits } = (body['withdrawal'] as { credits: number } | undefined) ?? { credits: null };
        expect(credits).toBe(model.withdraw(payment));
        return;
      }
      if (next.do === 'settle') {
        if (!payment.withdrawn) return;
        const amount = payment.withdrawn.refundedBefore + payment.withdrawn.amount;
        await processReport(server().app.services, tenant, 'sandbox', reportOf({ ...order, amount }, 'refunded'));
        model.report(payment, 'refunded', amount);
        return;
      }
      const amount = isPartial(next.kind) ? Math.round((order.amount * next.part) / 3) : order.amount;
      const told = { ...order, amount: next.wrong ? 9 * order.amount + 1 : amount };
      await processReport(server().app.services, tenant, 'sandbox', reportOf(told, next.kind));
      if (!next.wrong) model.report(payment, next.kind, amount);
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
