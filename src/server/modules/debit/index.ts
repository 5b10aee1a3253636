// Handlers of contract/debit: the mandate, its code, and the order that it signs.
import type { debit } from '#contract/debit';
import { debitProblem } from '#domain/debit';
import type { Handlers } from '../../context.ts';
import { cancelMandate, debitAtBank, debitHistory, nextReference, pendingMandate } from '../../payments/mandates.ts';
import type { Services } from '../../services.ts';
import { beginDebit, creditorOf, shownMandate, unconfirmedProblem } from './begin.ts';
import { confirmDebit } from './confirm.ts';

export function debitHandlers(services: Services): Handlers<typeof debit> {
  return {
    offer: async (ctx) => {
      const creditor = await creditorOf(services, ctx);
      const reference = await nextReference(ctx, services.config);
      const problem = unconfirmedProblem(ctx) ?? debitProblem(await debitHistory(ctx, null), 0);
      const pending = await pendingMandate(ctx);
      return {
        creditor,
        reference,
        problem,
        pending: pending && shownMandate(pending),
        at_bank: await debitAtBank(ctx),
      };
    },
    begin: (ctx, input) => beginDebit(services, ctx, input),
    cancel: async (ctx, { reference }) => {
      await cancelMandate(ctx, reference);
      return null;
    },
    confirm: { transactions: 'staged', handle: (ctx) => confirmDebit(services, ctx) },
  };
}
