// What the tests of an address's owner call: confirming, logging in, starting afresh, and payments of an account.
import type { PaymentStatus } from '#contract/credits';
import { freshIp, joinWith, rightForm, tokenTo } from './joining.ts';
import { siteAt, type TestServer } from './server.ts';

/** The passwords of a stranger and of the owner. */
export const WRONG = 'eleven purple kettles';
export const OWN = 'nine silver lanterns';

const tenant = siteAt(0).id;
type Cookie = { readonly cookie: string };

export const ownerCalls = (server: () => TestServer) => ({
  activate: (json: Record<string, string>, as: Cookie | null = null, ip = freshIp()) =>
    server().call('/api/activate.php', { json, as, ip }),
  login: (email: string, password: string) =>
    server().call('/api/user.php', { json: { email, password }, ip: freshIp() }),
  userOf: async (as: Cookie) =>
    (await server().call('/api/user.php', { as })).body['user'] as { id: string; status: string } | null,
  accountsOf: (email: string) =>
    server().database.inTenant(tenant, (db) =>
      db.selectFrom('account').select(['id', 'status']).where('email_key', '=', email).execute(),
    ),
  /** Joins with the token of a mailed link, as the form does that its page leads to. */
  startAfresh: (email: string, token: string, changes: Record<string, string> = {}) =>
    joinWith(server(), rightForm({ email, token, password: OWN, name: 'Own Profile', signup_message: '', ...changes })),
  newestTo: async (email: string) => {
    await server().runJobs();
    return tokenTo(server(), email);
  },
  pay: (account: string, status: PaymentStatus) =>
    server().database.inTenant(tenant, (db) =>
      db
        .insertInto('payment')
        .values({
          ...{ tenant, id: crypto.randomUUID(), account, package: '6', credits: 6, amount: 999, currency: 'EUR' },
          ...{ vat: 21, method: 'ideal', country: 'NL', discount_code: null, provider: 'house', provider_ref: null },
          ...{ redirect: null, status, created_at: server().now(), updated_at: server().now(), check_at: null },
        })
        .execute(),
    ),
});
