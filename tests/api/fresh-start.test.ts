// Who reads the mail to an unconfirmed address starts afresh with its link, and the other's account is gone (decisions E1).
import { expect, test } from 'vitest';
import { ownerCalls, OWN, WRONG } from '../support/address-owner.ts';
import { cookieIn, joinNew } from '../support/joining.ts';
import { sent } from '../support/chats.ts';
import { eachEngine, figure, siteAt } from '../support/server.ts';

eachEngine('fresh start', (server) => {
  const tenant = siteAt(0).id;
  const { activate, login, userOf, accountsOf, startAfresh, newestTo, pay } = ownerCalls(server);

  test('AU26: the reader of a mail starts afresh with the token: an own password, an empty profile, nothing of the other', async () => {
    const him = await server().member();
    const stranger = await joinNew(server(), { password: WRONG });
    const { email, token } = stranger;
    const old = await userOf(stranger);
    await sent(server(), { ...him, cookie: stranger.cookie }, { profile: him.id, text: 'in your name' });
    const answer = await startAfresh(email.toUpperCase(), token);
    expect([answer.status, answer.body]).toEqual([200, { joined: true }]);
    const mine = cookieIn(answer);
    const user = await userOf(mine);
    expect(user).toMatchObject({ status: 'active', profile: { name: 'Own Profile', status: 'active' } });
    expect(user?.id).not.toBe(old?.id);
    expect(await userOf(stranger)).toBeNull();
    expect(await accountsOf(email)).toHaveLength(1);
    const mails = server().mails.length;
    await server().runJobs();
    expect(server().mails).toHaveLength(mails);
    expect((await login(email, WRONG)).body.error?.code).toBe('login_failed');
    expect((await login(email, OWN)).body['user']).toMatchObject({ id: user?.id });
    expect((await activate({ token })).body).toEqual({ activated: true });
    expect((await server().call('/api/chats.php', { as: him })).body).toMatchObject({ chats: [] });
    const { about } = await server().database.inTenant(tenant, (db) =>
      db
        .selectFrom('profile')
        .select('about')
        .where('id', '=', user?.id ?? '')
        .executeTakeFirstOrThrow(),
    );
    expect(about).toBeNull();
  });

  test('AU26: a form that starts afresh and is sent twice makes one account, and both get its session', async () => {
    const { email, token } = await joinNew(server(), { password: WRONG });
    const answers = await Promise.all([startAfresh(email, token), startAfresh(email, token)]);
    answers.push(await startAfresh(email, token));
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
    const [account, ...more] = await accountsOf(email);
    expect([account?.status, more]).toEqual(['active', []]);
    for (const answer of answers) expect((await userOf(cookieIn(answer)))?.id).toBe(account?.id);
    expect((await startAfresh(email, token, { password: WRONG })).body.error?.code).toBe('email_known');
  });

  test('AU26 C8: only a valid link to this very address starts afresh', async () => {
    const [first, other] = [await joinNew(server()), await joinNew(server())];
    server().advance(61);
    for (const token of [other.token, 'A'.repeat(43), `${first.token}x`])
      expect((await startAfresh(first.email, token)).body.error?.code).toBe('check_mail');
    expect((await userOf(first))?.status).toBe('not_confirmed');
    server().advance(48 * 3600);
    expect((await startAfresh(first.email, first.token)).body.error?.code).toBe('check_mail');
    expect((await activate({ token: await newestTo(first.email) }, first)).status).toBe(200);
  });

  test('AU26: no payment holds an address, and one that counts holds the account of a member who leaves', async () => {
    for (const status of [
      'paid',
      'pending',
      'partly_refunded',
      'refunded',
      'chargeback',
      'created',
      'failed',
    ] as const) {
      const first = await joinNew(server());
      const { id = '' } = (await userOf(first)) ?? {};
      await pay(id, status);
      const counts = ['paid', 'pending', 'partly_refunded'].includes(status);
      if (counts) {
        const json = { password: first.form['password'], reason: 'other', remarks: '' };
        const left = await server().call('/api/account.php', { method: 'DELETE', as: first, json });
        expect([status, left.body.error?.code]).toEqual([status, 'confirm_first']);
      }
      const again = await startAfresh(first.email, first.token);
      expect([status, again.status]).toEqual([status, 200]);
      expect(await userOf(first)).toBeNull();
    }
  });

  test('SG20 AU26: a fresh start and a concurrent confirmation leave one account, and never the wrong password', async () => {
    for (let round = 0; round < figure(50, 8); round += 1) {
      const first = await joinNew(server());
      const { email, token } = first;
      const [confirmed, joined] = await Promise.all([activate({ token }, first), startAfresh(email, token)]);
      const [account, ...more] = await accountsOf(email);
      expect(more).toEqual([]);
      expect(account?.status).toBe('active');
      const isFresh = joined.status === 200;
      // A confirmation after the fresh start finds the address confirmed, as a link pressed twice does.
      expect(isFresh ? [410, 200] : [200]).toContain(confirmed.status);
      expect([200, 409]).toContain(joined.status);
      const [right, wrong] = isFresh ? [OWN, first.form['password'] ?? ''] : [first.form['password'] ?? '', OWN];
      expect((await login(email, right)).status).toBe(200);
      expect((await login(email, wrong)).body.error?.code).toBe('login_failed');
    }
  });
});
