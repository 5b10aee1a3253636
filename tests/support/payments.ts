// Makes orders and reads the effects of reports, for the tests of payments.
import { debitAccount } from '#server/payments/ledger';
import type { MadeMember } from './members.ts';
import { siteAt, type TestServer } from './server.ts';

const tenant = siteAt(0).id;
export interface Order {
  readonly id: string;
  readonly amount: number;
  readonly currency: string;
}

/** Orders a package by card; answers the data its reports refer to. */
export async function buy(server: TestServer, as: MadeMember, id = '35'): Promise<Order> {
  const { body } = await server.call('/api/payment.php', { json: { package: id, method: 'visa' }, as });
  const { payment_id, price } = body['payment'] as { payment_id: string; price: Omit<Order, 'id'> };
  return { id: payment_id, ...price };
}

/** Everything that a report can change. */
export const stateOf = (server: TestServer, { id: account }: MadeMember, { id }: Order) =>
  server.database.inTenant(tenant, async (db) => {
    const { credits, paid_user } = await db
      .selectFrom('account')
      .select(['credits', 'paid_user'])
      .where('id', '=', account)
      .executeTakeFirstOrThrow();
    const payment = await db.selectFrom('payment').select(['status', 'check_at']).where('id', '=', id).execute();
    const entries = await db
      .selectFrom('ledger')
      .select(['kind', 'credits'])
      .where('account', '=', account)
      .orderBy('id')
      .execute();
    return {
      credits,
      paid_user,
      status: payment[0]?.status,
      entries: entries.map((each) => `${each.kind} ${each.credits}`),
    };
  });

/** Debits credits as sent messages do. */
export const spend = (server: TestServer, { id: account }: MadeMember, credits: number): Promise<number | null> =>
  server.database.inTenant(tenant, (db) =>
    debitAccount(db, { tenant, account, credits, kind: 'message', book: 'spending', about: null, at: server.now() }),
  );
