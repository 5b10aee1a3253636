// Orders with discount codes, and members whose welcome discount has begun or is over, for the tests of discounts.
import type { Insertable } from 'kysely';
import type { DiscountCodeTable } from '#server/db/tables/discount-code';
import { WELCOME } from '#domain/limits';
import { offersIn } from './default-prices.ts';
import { noticeOf, notify } from './fake-provider.ts';
import type { MadeMember } from './members.ts';
import { siteAt, type TestServer } from './server.ts';

const tenant = siteAt(0).id;
export const priceOf = (id: string): number => offersIn('NL').find((each) => each.id === id)?.amount ?? 0;
export const SOME_ORDER = { package: '35', method: 'ideal' };

export interface Bought {
  readonly payment_id: string;
  readonly price: { readonly amount: number; readonly currency: string };
  readonly discount_code: string | null;
  readonly status: string;
}

let made = 0;

/** The calls about discounts on a server that runs when they are made. */
export function discountCalls(server: () => TestServer) {
  const order = async (as: MadeMember, json: object, key?: string) => {
    const headers = key === undefined ? {} : { headers: { 'idempotency-key': key } };
    const { status, body } = await server().call('/api/payment.php', {
      json: { ...SOME_ORDER, ...json },
      as,
      ...headers,
    });
    return { status, error: body.error, payment: body['payment'] as Bought };
  };
  const report = (payment: Bought, kind: string) =>
    notify(server(), tenant, noticeOf({ id: payment.payment_id, ...payment.price }, kind));
  const cancel = async (as: MadeMember, payment: string) =>
    (await server().call('/api/payment.php', { method: 'DELETE', json: { payment }, as })).body['payment'] as Bought;
  const find = async (as: MadeMember | null, query: string) => {
    const { body } = await server().call('/api/discountcode.php', { query, as });
    return body.error?.code ?? (body['discount'] as { code: string } | null);
  };
  const own = async (as: MadeMember) =>
    ((await server().call('/api/discountcodes.php', { as })).body['codes'] as { code: string }[]).map(
      ({ code }) => code,
    );
  const bonus = async (as: MadeMember) => (await server().call('/api/time-bonus.php', { as })).body;
  /** A member whose welcome discount is over. */
  const member = (draft: object = {}) => server().member({ country: 'NL', signup_at: ago(WELCOME.seconds), ...draft });
  const newMember = (draft: object = {}) => server().member({ country: 'NL', signup_at: ago(0), ...draft });
  const ago = (seconds: number): Date => new Date(server().now().getTime() - seconds * 1000);
  const addCode = async (values: Partial<Insertable<DiscountCodeTable>> = {}): Promise<string> => {
    const code = `TEST-${made++}`;
    const row = { tenant, code, value_percentage: 10, validity: 'once-per-user', created_at: server().now() } as const;
    await server().database.inTenant(tenant, (db) =>
      db
        .insertInto('discount_code')
        .values({ ...row, ...values })
        .execute(),
    );
    return code;
  };
  return { order, report, cancel, find, own, bonus, member, newMember, addCode };
}
