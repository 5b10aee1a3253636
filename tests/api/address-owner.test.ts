// Ownership of an address: its first unconfirmed account stays, and only its password confirms it (decisions E1).
import { expect, test } from 'vitest';
import { eraseForOwner } from '#server/auth/unconfirmed-account';
import { purgeTenant } from '#server/jobs';
import { ownerCalls, OWN, WRONG } from '../support/address-owner.ts';
import { cookieIn, freshIp, joinNew, joinWith, leaveMidnight, rightForm, tokenTo } from '../support/joining.ts';
import { sent } from '../support/chats.ts';
import { eachEngine, figure, siteAt } from '../support/server.ts';

eachEngine('address owner', (server) => {
  const tenant = siteAt(0).id;
  const { activate, login, userOf, accountsOf, newestTo, pay } = ownerCalls(server);
  const fieldsOf = async (answer: ReturnType<typeof activate>) => (await answer).body.error?.['fields'];

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

  test('C4: each link has tries of its own, and strangers cannot use up those of a reader', async () => {
    const { token, form, email, cookie } = await joinNew(server());
    const ip = freshIp();
    for (let each = 0; each < 6; each += 1) await activate({ token, password: WRONG }, null, ip);
    for (let each = 0; each < 6; each += 1)
      await server().call('/api/user.php', { json: { email, password: WRONG }, ip });
    server().advance(61);
    await server().call('/api/activation-mail.php', { json: {}, as: { cookie } });
    const second = await newestTo(email);
    expect(second).not.toBe(token);
    const password = form['password'] ?? '';
    expect((await activate({ token, password })).body.error?.code).toBe('account_blocked');
    expect((await activate({ token: second, password }, null, ip)).status).toBe(200);
  });

  test('AU26 SG20: a second signup from elsewhere replaces nothing, ends nothing and goes on by mail', async () => {
    const him = await server().member();
    const first = await joinNew(server());
    const { email } = first;
    await sent(server(), { ...him, cookie: first.cookie }, { profile: him.id, text: 'waits for the confirmation' });
    const before = await userOf(first);
    server().advance(61);
    const second = await joinWith(
      server(),
      rightForm({ email: email.toUpperCase(), password: WRONG, name: 'Eve Stone' }),
    );
    expect([second.status, second.text, second.cookies]).toEqual([403, '{"error":{"code":"check_mail"}}', []]);
    expect(await userOf(first)).toEqual(before);
    expect((await login(email, WRONG)).body.error?.code).toBe('login_failed');
    const mailed = await newestTo(email);
    expect(mailed).not.toBe(first.token);
    expect((await activate({ token: mailed, password: WRONG })).status).toBe(422);
    expect((await activate({ token: first.token }, first)).status).toBe(200);
    expect(await userOf(first)).toMatchObject({ id: before?.id, status: 'active' });
    expect((await server().call('/api/chats.php', { as: him })).body).toMatchObject({ chats: [{}] });
  });

  test('AU26: the browser that joined begins anew under the same account, whose links still confirm it', async () => {
    const first = await joinNew(server());
    const { email, token } = first;
    const before = await userOf(first);
    const elsewhere = cookieIn(await login(email, first.form['password'] ?? ''));
    expect((await userOf(elsewhere))?.id).toBe(before?.id);
    server().advance(61);
    const changes = { email, password: OWN, name: 'Second Thought', signup_message: 'Another start' };
    const again = await joinWith(server(), rightForm(changes), { as: first });
    expect(again.status).toBe(200);
    const now = cookieIn(again);
    expect(await userOf(now)).toMatchObject({
      id: before?.id,
      status: 'not_confirmed',
      credits: siteAt(0).siteSettings.signup_credits,
      profile: { name: 'Second Thought' },
    });
    expect([await userOf(first), await userOf(elsewhere)]).toEqual([null, null]);
    expect((await login(email, first.form['password'] ?? '')).body.error?.code).toBe('login_failed');
    expect((await login(email, OWN)).status).toBe(200);
    expect((await activate({ token }, now)).status).toBe(200);
    expect(await userOf(now)).toMatchObject({ id: before?.id, status: 'active' });
  });

  test('AU26: an account is only erased while it has the address', async () => {
    const first = await joinNew(server());
    const { id = '' } = (await userOf(first)) ?? {};
    const replace = (email: string) =>
      server().database.inTenant(tenant, (db) => eraseForOwner(db, tenant, { id, email }));
    expect(await replace(`corrected-${first.email}`)).toBe(false);
    expect((await userOf(first))?.id).toBe(id);
    expect(await replace(first.email.toUpperCase())).toBe(true);
    expect(await userOf(first)).toBeNull();
  });

  test('SG20: of many concurrent signups from elsewhere none replaces the first, within the limit of mails', async () => {
    leaveMidnight(server());
    const first = await joinNew(server());
    const { email } = first;
    const before = await userOf(first);
    server().advance(61);
    const answers = await Promise.all(
      Array.from({ length: figure(50, 12) }, (_, at) =>
        joinWith(server(), rightForm({ email, password: `${WRONG} ${at}` })),
      ),
    );
    expect(new Set(answers.map(({ body }) => body.error?.code))).toEqual(new Set(['check_mail']));
    expect(await userOf(first)).toMatchObject({ id: before?.id });
    expect(await accountsOf(email)).toHaveLength(1);
    await server().runJobs();
    expect(server().mails.filter(({ to }) => to === email)).toHaveLength(3);
  });

  test('SG6: after seven days an unconfirmed account is deleted with all its data', async () => {
    const him = await server().member();
    const old = await joinNew(server());
    const { id = '' } = (await userOf(old)) ?? {};
    await sent(server(), { ...him, cookie: old.cookie }, { profile: him.id, text: 'waiting' });
    const paid = await joinNew(server());
    const payer = (await userOf(paid))?.id ?? '';
    await pay(payer, 'paid');
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
      await db.selectFrom('mail_token').select('hash').where('email_key', '=', old.email).execute(),
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
    leaveMidnight(server());
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
    for (const each of [known.email, next])
      for (let time = 0; time < 5; time += 1)
        expect((await joinWith(server(), { ...fresh, email: each }, { ip })).body.error?.code).toBe('check_mail');
    await server().runJobs();
    expect([mailTo(known.email), mailTo(next)].map(({ length }) => length)).toEqual([3, 3]);
  });
});
