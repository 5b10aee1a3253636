// Ownership of an address: the active account has the password of the person who confirms it (decisions E1).
import { expect, test } from 'vitest';
import { deleteUnconfirmed } from '#server/auth/unconfirmed-account';
import { purgeTenant } from '#server/jobs';
import { cookieIn, freshIp, joinNew, joinWith, rightForm, tokenTo } from '../support/joining.ts';
import { sent } from '../support/chats.ts';
import { eachEngine, figure, siteAt } from '../support/server.ts';

const WRONG = 'eleven purple kettles';

eachEngine('address owner', (server) => {
  const tenant = siteAt(0).id;
  const activate = (json: Record<string, string>, as: { cookie: string } | null = null, ip = freshIp()) =>
    server().call('/api/activate.php', { json, as, ip });
  const login = (email: string, password: string) =>
    server().call('/api/user.php', { json: { email, password }, ip: freshIp() });
  const userOf = async (as: { cookie: string }) =>
    (await server().call('/api/user.php', { as })).body['user'] as { id: string; status: string } | null;
  const accountsOf = (email: string) =>
    server().database.inTenant(tenant, (db) =>
      db.selectFrom('account').select(['id', 'status']).where('email_key', '=', email).execute(),
    );
  const fieldsOf = async (answer: ReturnType<typeof activate>) => (await answer).body.error?.['fields'];
  const paymentOf = (account: string, status: 'paid' | 'pending' | 'created' | 'failed') => ({
    ...{ tenant, id: crypto.randomUUID(), account, package: '6', credits: 6, amount: 999, currency: 'EUR' },
    ...{ vat: 21, method: 'ideal', country: 'NL', discount_code: null, provider: 'house', provider_ref: null },
    ...{ redirect: null, status, created_at: server().now(), updated_at: server().now(), check_at: null },
  });

  test('AU26: another browser confirms only with the password of the account, and is then logged in', async () => {
    const joined = await joinNew(server());
    const { token, form } = joined;
    expect(await fieldsOf(activate({ token }))).toEqual({ password: 'required' });
    expect(await fieldsOf(activate({ token, password: '' }))).toEqual({ password: 'required' });
    expect(await fieldsOf(activate({ token, password: WRONG }))).toEqual({ password: 'password_wrong' });
    const stranger = await server().member();
    expect(await fieldsOf(activate({ token }, stranger))).toEqual({ password: 'required' });
    expect((await userOf(joined))?.status).toBe('not_confirmed');
    const answer = await activate({ token, password: form['password'] ?? '' });
    expect([answer.status, answer.body]).toEqual([200, { activated: true }]);
    expect(await userOf(cookieIn(answer))).toMatchObject({ id: (await userOf(joined))?.id, status: 'active' });
  });

  test('C4: passwords cannot be guessed by confirming, even by many concurrent attempts', async () => {
    const { token, form } = await joinNew(server());
    const ip = freshIp();
    const answers = await Promise.all(
      Array.from({ length: figure(200, 30) }, () => activate({ token, password: WRONG }, null, ip)),
    );
    expect(answers.filter(({ status }) => status === 422)).toHaveLength(5);
    expect(answers.filter(({ body }) => body.error?.code === 'account_blocked')).toHaveLength(answers.length - 5);
    expect((await activate({ token, password: form['password'] ?? '' }, null, ip)).status).toBe(429);
  });

  test('AU26: a later signup replaces an unconfirmed one, whose link, session and password are void', async () => {
    const him = await server().member();
    const first = await joinNew(server(), { password: WRONG });
    const { email } = first;
    await sent(server(), { ...him, cookie: first.cookie }, { profile: him.id, text: 'in your name' });
    const second = await joinNew(server(), { email });
    expect(await userOf(first)).toBeNull();
    expect(second.token).not.toBe(first.token);
    expect((await activate({ token: first.token, password: WRONG })).status).toBe(410);
    expect((await login(email, WRONG)).body.error?.code).toBe('login_failed');
    expect((await activate({ token: second.token }, second)).status).toBe(200);
    expect((await login(email, second.form['password'] ?? '')).body['user']).toMatchObject({ status: 'active' });
    expect((await server().call('/api/chats.php', { as: him })).body).toMatchObject({ chats: [] });
    const third = await joinWith(server(), rightForm({ email }));
    expect([third.status, third.body.error?.code]).toEqual([409, 'email_known']);
  });

  test('AU26: an account is not replaced after a payment or during one; an order alone holds no address', async () => {
    for (const [status, code] of [
      ['paid', 'email_known'],
      ['pending', 'email_known'],
      ['created', undefined],
      ['failed', undefined],
    ] as const) {
      const first = await joinNew(server());
      const { id = '' } = (await userOf(first)) ?? {};
      await server().database.inTenant(tenant, (db) =>
        db.insertInto('payment').values(paymentOf(id, status)).execute(),
      );
      const again = await joinWith(server(), rightForm({ email: first.email, password: WRONG }));
      expect(again.body.error?.code).toBe(code);
    }
  });

  test('AU26: an account is only replaced while it has the address', async () => {
    const first = await joinNew(server());
    const { id = '' } = (await userOf(first)) ?? {};
    const replace = (email: string) =>
      server().database.inTenant(tenant, (db) => deleteUnconfirmed(db, tenant, { id, email }));
    expect(await replace(`corrected-${first.email}`)).toBe(false);
    expect((await userOf(first))?.id).toBe(id);
    expect(await replace(first.email.toUpperCase())).toBe(true);
    expect(await userOf(first)).toBeNull();
  });

  test('SG20 AU26: a new signup and a concurrent confirmation leave one account, and never the wrong password', async () => {
    for (let round = 0; round < figure(50, 8); round += 1) {
      const first = await joinNew(server());
      const { email, token } = first;
      const [confirmed, joined] = await Promise.all([
        activate({ token }, first),
        joinWith(server(), rightForm({ email, password: WRONG })),
      ]);
      const [account, ...more] = await accountsOf(email);
      expect(more).toEqual([]);
      expect([200, 410]).toContain(confirmed.status);
      expect([account?.status, joined.status]).toEqual(
        confirmed.status === 200 ? ['active', 409] : ['not_confirmed', 200],
      );
      const password = confirmed.status === 200 ? (first.form['password'] ?? '') : WRONG;
      expect((await login(email, password)).status).toBe(200);
    }
  });

  test('SG20: of many concurrent signups each replaces the one before, within the limit of mails', async () => {
    const { email } = await joinNew(server());
    const answers = await Promise.all(
      Array.from({ length: figure(50, 12) }, (_, at) =>
        joinWith(server(), rightForm({ email, password: `${WRONG} ${at}` })),
      ),
    );
    const codes = answers.map(({ body }) => body.error?.code);
    // So many wrong passwords at once may block the address before the mails of the day are used up.
    const refused = codes.filter((code) => code === 'mail_limit' || code === 'account_blocked');
    const joined = codes.filter((code) => code === undefined);
    expect([1, 2]).toContain(joined.length);
    expect(refused).toHaveLength(answers.length - joined.length);
    expect(await accountsOf(email)).toHaveLength(1);
    const sessions = await Promise.all(
      answers.filter(({ status }) => status === 200).map((each) => userOf(cookieIn(each))),
    );
    expect(sessions.filter((user) => user !== null)).toHaveLength(1);
  });

  test('SG6: after seven days an unconfirmed account is deleted with all its data', async () => {
    const him = await server().member();
    const old = await joinNew(server());
    const { id = '' } = (await userOf(old)) ?? {};
    await sent(server(), { ...him, cookie: old.cookie }, { profile: him.id, text: 'waiting' });
    const paid = await joinNew(server());
    const payer = (await userOf(paid))?.id ?? '';
    await server().database.inTenant(tenant, (db) =>
      db.insertInto('payment').values(paymentOf(payer, 'paid')).execute(),
    );
    server().advance(86_400);
    const young = await joinNew(server());
    server().advance(6 * 86_400 + 60);
    await purgeTenant(server().app.services, tenant);
    expect(await accountsOf(old.email)).toEqual([]);
    expect(await accountsOf(young.email)).toHaveLength(1);
    expect(await accountsOf(paid.email)).toHaveLength(1);
    expect(await userOf(him)).toMatchObject({ id: him.id });
    const left = await server().database.inTenant(tenant, async (db) => [
      await db.selectFrom('profile').select('id').where('id', '=', id).execute(),
      await db.selectFrom('held_message').select('id').where('sender', '=', id).execute(),
      await db.selectFrom('conversation').select('id').where('starter', '=', id).execute(),
      await db.selectFrom('session').select('account').where('account', '=', id).execute(),
      await db.selectFrom('mail_token').select('hash').where('account', '=', id).execute(),
      await db.selectFrom('event').select('id').where('account', '=', id).execute(),
      await db.selectFrom('idempotency').select('key').where('caller', '=', id).execute(),
    ]);
    expect(left.flat()).toEqual([]);
    expect((await joinWith(server(), rightForm({ email: old.email }))).status).toBe(200);
  });

  test('AU26: a repeated confirmation has the result of the first one, as long as the link is valid', async () => {
    const joined = await joinNew(server());
    const { token } = joined;
    const pressed = await Promise.all(Array.from({ length: figure(100, 20) }, () => activate({ token }, joined)));
    expect(new Set(pressed.map(({ status }) => status))).toEqual(new Set([200]));
    server().advance(3600);
    expect((await activate({ token })).status).toBe(200);
    server().advance(48 * 3600);
    expect((await activate({ token })).status).toBe(410);
  });

  test('C3 DB6: when no more is told, a known and an unknown address are answered alike, and newcomers join by mail', async () => {
    const ip = freshIp();
    for (let each = 0; each < 5; each += 1) {
      const { email } = await server().member();
      expect((await joinWith(server(), rightForm({ email }), { ip })).body.error?.code).toBe('email_known');
    }
    const known = await server().member();
    const fresh = rightForm();
    const email = fresh['email'] ?? '';
    for (const each of [known.email, email]) {
      const answer = await joinWith(server(), { ...fresh, email: each }, { ip });
      expect([answer.status, answer.text, answer.cookies]).toEqual([403, '{"error":{"code":"check_mail"}}', []]);
    }
    await server().runJobs();
    const mailTo = (to: string) => server().mails.filter((mail) => mail.to === to);
    expect(mailTo(known.email)[0]?.text).toContain(`${siteAt(0).folder}.localhost:4321/login`);
    for (const each of [known.email, email])
      expect((await login(each, fresh['password'] ?? '')).body.error?.code).toBe('login_failed');
    const answer = await activate({ token: tokenTo(server(), email), password: fresh['password'] ?? '' });
    expect(await userOf(cookieIn(answer))).toMatchObject({ status: 'active' });
    expect((await login(email, fresh['password'] ?? '')).status).toBe(200);
    const next = rightForm()['email'] ?? '';
    for (const [each, codes] of [
      [known.email, ['check_mail', 'check_mail', 'mail_limit']],
      [next, ['check_mail', 'check_mail', 'check_mail', 'mail_limit']],
    ] as const)
      for (const code of codes)
        expect((await joinWith(server(), { ...fresh, email: each }, { ip })).body.error?.code).toBe(code);
  });
});
