// A link belongs to the mailbox that it was sent to: a stranger who leaves, moves on or pays takes nothing from its owner (decisions E1, E2).
import { expect, test } from 'vitest';
import { LOCKOUT } from '#domain/limits';
import { isoDayAfter } from '#domain/iso-day';
import { spendAttempt } from '#server/auth/attempt-budget';
import { JOB_KINDS } from '#server/jobs';
import { owedActivationMail } from '#server/mail/activation';
import type { Db } from '#server/db/index';
import { takeMail } from '#server/mail/mail-quota';
import { settle } from '#server/payments/settle';
import { ownerCalls, OWN, WRONG } from '../support/address-owner.ts';
import { cookieIn, freshIp, joinNew, joinWith, leaveMidnight, rightForm } from '../support/joining.ts';
import { isWaitedFor } from '../support/locks.ts';
import { eachEngine, siteAt } from '../support/server.ts';

const tenant = siteAt(0).id;
type Cookie = { readonly cookie: string };

eachEngine('mailbox owner', (server, engine) => {
  const { activate, login, userOf, accountsOf, startAfresh, pay } = ownerCalls(server);
  const address = () => `${crypto.randomUUID()}@example.test`;
  const mailsTo = async (email: string) => {
    await server().runJobs();
    return server().mails.filter(({ to }) => to === email);
  };
  const tokensTo = async (email: string): Promise<string[]> =>
    (await mailsTo(email)).map(({ text }) => /token=([\w-]{43})/.exec(text)?.[1] ?? '');
  const join = async (email: string, password = OWN): Promise<Cookie> => {
    const joined = await joinWith(server(), rightForm({ email, password }));
    expect(joined.status).toBe(200);
    return cookieIn(joined);
  };
  const leave = async (as: Cookie, password: string) => {
    const json = { password, reason: 'other', remarks: '' };
    expect((await server().call('/api/account.php', { method: 'DELETE', as, json })).status).toBe(200);
  };
  const moveTo = async (as: Cookie, email: string) =>
    expect((await server().call('/api/activation-address.php', { json: { email }, as, ip: freshIp() })).status).toBe(
      204,
    );
  const again = (as: Cookie) => server().call('/api/activation-mail.php', { json: {}, as });
  const idOf = async (as: Cookie): Promise<string> => (await userOf(as))?.id ?? '';
  const paymentsOf = (account: string) =>
    server().database.inTenant(tenant, (db) =>
      db.selectFrom('payment').selectAll().where('account', '=', account).execute(),
    );
  /** Strangers use up the logins of an account, from everywhere. */
  const block = (email: string) =>
    server().database.inTenant(tenant, async (db) => {
      while ((await spendAttempt(db, tenant, `account:${email}`, LOCKOUT.account, server().now())) === 0);
    });

  test('SG11 AU26: after a stranger has joined and left three times, the mails are there and let the owner in', async () => {
    leaveMidnight(server());
    const email = address();
    for (let each = 0; each < 3; each += 1) await leave(await join(email, WRONG), WRONG);
    const mine = await join(email);
    // The jobs run only now: the stranger was faster.
    const tokens = await tokensTo(email);
    expect(tokens).toHaveLength(3);
    expect(await userOf(mine)).toMatchObject({ status: 'not_confirmed', mail_after: expect.any(String) as string });
    expect((await activate({ token: tokens[2] ?? '' }, mine)).status).toBe(200);
    expect(await userOf(mine)).toMatchObject({ email, status: 'active' });
    for (const token of tokens.slice(0, 2)) expect((await activate({ token }, mine)).status).toBe(410);
  });

  test('SG11 AU26: after a stranger has had the address and moved on, its links let the owner in and confirm nothing else', async () => {
    leaveMidnight(server());
    const email = address();
    const stranger = await join(email, WRONG);
    await moveTo(stranger, address());
    const [token = ''] = await tokensTo(email);
    expect((await activate({ token }, stranger)).body.error?.code).toBe('link_expired');
    expect((await userOf(stranger))?.status).toBe('not_confirmed');
    const mine = await join(email);
    expect((await activate({ token }, mine)).status).toBe(200);
    expect([(await userOf(mine))?.status, (await userOf(stranger))?.status]).toEqual(['active', 'not_confirmed']);
  });

  test('SG11: an address that is corrected and set back keeps its links', async () => {
    const { cookie, email, token } = await joinNew(server());
    await moveTo({ cookie }, address());
    await moveTo({ cookie }, email);
    expect((await activate({ token }, { cookie })).status).toBe(200);
    expect(await userOf({ cookie })).toMatchObject({ email, status: 'active' });
  });

  test('AU26 C8: when the account has left, the reader of its link starts afresh, once', async () => {
    const { cookie, email, token, form } = await joinNew(server());
    await leave({ cookie }, form['password'] ?? '');
    expect((await activate({ token, password: OWN })).body.error?.code).toBe('link_expired');
    const answers = await Promise.all([startAfresh(email, token), startAfresh(email, token)]);
    expect(answers.map(({ status }) => status)).toEqual([200, 200]);
    expect(await accountsOf(email)).toMatchObject([{ status: 'active' }]);
    for (const answer of answers) expect(await userOf(cookieIn(answer))).toMatchObject({ email, status: 'active' });
    expect((await startAfresh(email, token, { password: WRONG })).body.error?.code).toBe('email_known');
    const elsewhere = cookieIn(await startAfresh(address(), token));
    expect(await userOf(elsewhere)).toMatchObject({ status: 'not_confirmed' });
  });

  test('AU26 E7: starting afresh takes the address from an account with payments, which stay in the books under a pseudonym', async () => {
    for (const status of ['paid', 'pending', 'partly_refunded'] as const) {
      const payer = await joinNew(server(), { password: WRONG });
      const id = await idOf(payer);
      await pay(id, status);
      const [payment] = await paymentsOf(id);
      const mine = await startAfresh(payer.email, payer.token);
      expect([status, mine.status]).toEqual([status, 200]);
      expect(await userOf(payer)).toBeNull();
      expect((await login(payer.email, WRONG)).body.error?.code).toBe('login_failed');
      const kept = await server().database.inTenant(tenant, (db) =>
        db
          .selectFrom('payment')
          .selectAll()
          .where('id', '=', payment?.id ?? '')
          .executeTakeFirstOrThrow(),
      );
      expect(kept).toEqual({ ...payment, account: kept.account });
      expect(await paymentsOf(id)).toEqual([]);
      expect(await accountsOf(payer.email)).toMatchObject([{ status: 'active' }]);
    }
  });

  test('AU26: an order of the payer that is paid after the owner has started afresh is given back', async () => {
    const payer = await joinNew(server());
    const id = await idOf(payer);
    await pay(id, 'pending');
    const [payment] = await paymentsOf(id);
    if (!payment) throw new Error('The order is not stored.');
    expect((await startAfresh(payer.email, payer.token)).status).toBe(200);
    const { id: about, amount, currency, provider } = payment;
    const report = { payment: about, kind: 'paid', ref: 'late', eventId: about, amount, currency, body: '{}' } as const;
    const settled = await server().database.inTenant(tenant, (db) =>
      settle(db, { tenant, provider, at: server().now() }, report),
    );
    expect(settled.problem).toBe('the account is gone: the payment is refunded');
  });

  test('SG20 C4: while strangers block the logins of an address, its own browser sends its form again, also a corrected one', async () => {
    const joined = await joinNew(server());
    const { email, form } = joined;
    const id = await idOf(joined);
    await block(email);
    const twice = await joinWith(server(), form, { as: joined });
    expect([twice.status, twice.body]).toEqual([200, { joined: true }]);
    const corrected = await joinWith(server(), { ...form, name: 'Second Thought', password: OWN }, { as: joined });
    expect(corrected.status).toBe(200);
    expect(await userOf(cookieIn(corrected))).toMatchObject({ id, profile: { name: 'Second Thought' } });
  });

  test('SG20 C4: without a session, a form that is sent again during a block goes on by mail', async () => {
    const form = rightForm();
    await joinWith(server(), form);
    await block(form['email'] ?? '');
    const twice = await joinWith(server(), form);
    expect([twice.status, twice.body.error?.code]).toEqual([403, 'check_mail']);
  });

  test('DA-lockout AU26: an unconfirmed member who asks for a login by mail gets the mail that confirms', async () => {
    leaveMidnight(server());
    const { email, token, form } = await joinNew(server());
    const ask = () => server().call('/api/login-mail.php', { json: { email: email.toUpperCase() }, ip: freshIp() });
    await block(email);
    expect((await ask()).body).toEqual({ sent: true });
    const [, next = ''] = await tokensTo(email);
    expect(next).not.toBe(token);
    for (let each = 0; each < 3; each += 1) expect((await ask()).body).toEqual({ sent: true });
    expect(await mailsTo(email)).toHaveLength(3);
    expect((await activate({ token: next, password: form['password'] ?? '' })).status).toBe(200);
  });

  test('SG11: an owed mail goes out although the queue runs it before midnight of our clock, or the new quota is spent as well', async () => {
    leaveMidnight(server());
    const joined = await joinNew(server());
    const { email } = joined;
    const account = await idOf(joined);
    const run = () => JOB_KINDS.find(({ name }) => name === owedActivationMail.name);
    const mailAfter = async () => ((await userOf(joined)) as { mail_after?: string | null } | null)?.mail_after;
    for (let each = 0; each < 3; each += 1) {
      server().advance(61);
      await again(joined);
    }
    const midnight = `${isoDayAfter(server().now(), 1)}T00:00:00.000Z`;
    expect(await mailAfter()).toBe(midnight);
    await run()?.start(server().app.services, { tenant, account });
    expect(await mailAfter()).toBe(midnight);
    server().advance((Date.parse(midnight) - server().now().getTime()) / 1000);
    await server().database.inTenant(tenant, async (db) => {
      while (await takeMail(db, { tenant, email, purpose: 'joining' }, server().now()));
    });
    await server().runJobs();
    expect(await mailAfter()).toBe(`${isoDayAfter(server().now(), 1)}T00:00:00.000Z`);
    expect(await mailsTo(email)).toHaveLength(3);
    server().advance(86_400);
    expect(await mailsTo(email)).toHaveLength(4);
    expect(await mailAfter()).toBeNull();
  });

  // An embedded database runs one transaction at a time.
  if (engine === 'postgres')
    test('C12: a request for another mail and a joining from elsewhere lock account and quota in one order', async () => {
      leaveMidnight(server());
      const joined = await joinNew(server());
      const { email } = joined;
      server().advance(61);
      const account = await idOf(joined);
      const take = (db: Db) => takeMail(db, { tenant, email, purpose: 'joining' }, server().now());
      await server().database.inTenant(tenant, async (db) => {
        while (await take(db));
      });
      const { promise: hasAccount, resolve } = Promise.withResolvers<void>();
      const holder = server().database.inTenant(tenant, async (db) => {
        await db.updateTable('account').set({ language: 'de' }).where('id', '=', account).execute();
        resolve();
        await isWaitedFor(db);
        await take(db);
      });
      await hasAccount;
      const [answer] = await Promise.all([joinWith(server(), rightForm({ email, password: WRONG })), holder]);
      expect(answer.body.error?.code).toBe('check_mail');
    });
});
