// What is read before a login, a new password or a new address is stored may be true no more by then: it is looked at again under the lock.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { setAccountStatus } from '#server/auth/account-status';
import { emailKey } from '#server/auth/email-key';
import { lockOwner } from '#server/auth/lock-owner';
import { suspendAccount } from '#server/auth/suspension';
import type { Db } from '#server/db/index';
import { lockAddress } from '#server/modules/signup/lock-address';
import { newPasskey, type PasskeyOptions, type TestPasskey } from '../support/authenticator.ts';
import { freshDatabase } from '../support/databases.ts';
import { mailedToken } from '../support/joining.ts';
import { isWaitedFor } from '../support/locks.ts';
import type { MadeMember } from '../support/members.ts';
import { type CallAnswer, siteAt, startTestServer, type TestServer } from '../support/server.ts';

const tenant = siteAt(0).id;
const NEW = 'purple lanterns over water';
let server: TestServer & { close(): Promise<void> };
beforeAll(async () => {
  server = await startTestServer(await freshDatabase('postgres'));
});
afterAll(() => server.close());

const call = (path: string, json: object, as: MadeMember | null = null, method = 'POST') =>
  server.call(`/api/${path}.php`, { method, json, as });

/** What a call is answered that begins before the change is committed and has to wait for it. */
async function besides(change: (db: Db) => Promise<unknown>, work: () => Promise<CallAnswer>): Promise<string> {
  let waiting: Promise<CallAnswer> = Promise.reject(new Error('The call has not begun.'));
  waiting.catch(() => undefined);
  await server.database.inTenant(tenant, async (db) => {
    await change(db);
    waiting = work();
    waiting.catch(() => undefined);
    await isWaitedFor(db);
  });
  const { status, body } = await waiting;
  return body.error?.code ?? String(status);
}

const sessionsOf = ({ id }: MadeMember) =>
  server.database.inTenant(tenant, (db) =>
    db.selectFrom('session').select('created_at').where('account', '=', id).execute(),
  );

const optionsOf = ({ body }: CallAnswer) => body['options'] as PasskeyOptions;
async function passkeyOf(member: MadeMember): Promise<TestPasskey> {
  const passkey = newPasskey(`http://${siteAt(0).folder}.localhost`);
  const credential = passkey.made(optionsOf(await call('passkey-options', { password: member.password }, member)));
  expect((await call('passkeys', { name: 'Phone', credential }, member)).status).toBe(204);
  return passkey;
}
const loginBy = async (passkey: TestPasskey) => {
  const credential = passkey.used(optionsOf(await call('passkey-challenge', {})));
  return () => call('passkey-login', { credential });
};
const resetToken = async ({ email }: MadeMember): Promise<string> => {
  await call('password-reset', { email });
  return mailedToken(server, email);
};

const ENDS = {
  suspension: (db: Db, account: string) =>
    suspendAccount(db, { tenant, account, until: null, rule: 'scam', now: server.now() }),
  deletion: async (db: Db, account: string) => {
    await lockOwner(db, tenant, account);
    await db.deleteFrom('session').where('account', '=', account).execute();
    await setAccountStatus(db, tenant, account, ['active'], 'pending_deletion');
  },
};
const LOGINS = {
  'a password': {
    refused: 'login_failed',
    make: ({ email, password }: MadeMember) => Promise.resolve(() => call('user', { email, password })),
  },
  'a passkey': { refused: 'passkey_failed', make: async (member: MadeMember) => loginBy(await passkeyOf(member)) },
  'a mailed link': {
    refused: 'link_expired',
    make: async ({ email }: MadeMember) => {
      await call('login-mail', { email });
      const token = await mailedToken(server, email);
      return () => call('login-mail-do', { token });
    },
  },
  'a new password': {
    // It is set, and logs no one in.
    refused: '200',
    make: async (member: MadeMember) => {
      const token = await resetToken(member);
      return () => call('password-reset-do', { token, password: NEW, password_again: NEW });
    },
  },
};

test.each(Object.keys(ENDS) as (keyof typeof ENDS)[])(
  'SA4 AC16 C7: a login beside a %s starts no session that would live again on the return',
  async (end) => {
    for (const [by, { refused, make }] of Object.entries(LOGINS)) {
      const member = await server.member();
      const work = await make(member);
      const answer = await besides((db) => ENDS[end](db, member.id), work);
      expect([by, answer, await sessionsOf(member)]).toEqual([by, refused, []]);
    }
  },
);

test('DA-passkey: of a passkey and its copy that are used at the same moment, one logs in', async () => {
  const member = await server.member();
  const passkey = await passkeyOf(member);
  const work = await loginBy(passkey);
  const use = (db: Db) => db.updateTable('passkey').set({ counter: 50 }).where('id', '=', passkey.id).execute();
  const before = await sessionsOf(member);
  expect(await besides(use, work)).toBe('passkey_failed');
  expect(await sessionsOf(member)).toEqual(before);
});

test('AU22 C7: the form of a reset that comes once more logs in only while its password is the account’s', async () => {
  const member = await server.member();
  const token = await resetToken(member);
  const work = () => call('password-reset-do', { token, password: NEW, password_again: NEW });
  expect((await work()).status).toBe(200);
  const change = async (db: Db): Promise<void> => {
    await lockOwner(db, tenant, member.id);
    await db.deleteFrom('session').where('account', '=', member.id).execute();
    await db.updateTable('account').set({ password_hash: 'another' }).where('id', '=', member.id).execute();
  };
  expect(await besides(change, work)).toBe('link_expired');
  expect(await sessionsOf(member)).toEqual([]);
});

test('AC6: an address that another account takes at the same moment is refused', async () => {
  const [member, other] = [await server.member(), await server.member()];
  const email = `${crypto.randomUUID()}@example.test`;
  expect((await call('email', { email, password: member.password }, member, 'PUT')).status).toBe(204);
  const token = await mailedToken(server, email);
  const take = async (db: Db): Promise<void> => {
    await lockAddress(db, tenant, email);
    const changes = { email, email_key: emailKey(email) };
    await db.updateTable('account').set(changes).where('id', '=', other.id).execute();
  };
  expect(await besides(take, () => call('email-confirm', { token }))).toBe('email_known');
});
