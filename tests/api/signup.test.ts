// Signup: valid and invalid forms, the new member, and the disclosure that an address has an account.
import { expect, test } from 'vitest';
import { cookieIn, joinWith, rightForm, tokenTo, type Form } from '../support/joining.ts';
import { eachEngine, siteAt, type CallOptions } from '../support/server.ts';

eachEngine('signup', (server) => {
  const join = (changes: Form = {}, options: CallOptions = {}) => joinWith(server(), rightForm(changes), options);
  const accounts = (email: string) =>
    server().database.inTenant(siteAt(0).id, (db) =>
      db.selectFrom('account').selectAll().where('email_key', '=', email.toLowerCase()).execute(),
    );

  test('SG6 SG27 AU12: signup.join creates the member, grants the credits once and starts the session', async () => {
    const form = rightForm({ email: ` New.${crypto.randomUUID()}@Example.test `, name: ' Anna  Bloom ' });
    const answer = await joinWith(server(), form);
    expect([answer.status, answer.body]).toEqual([200, { joined: true }]);
    const { body } = await server().call('/api/user.php', { as: cookieIn(answer) });
    expect(body['user']).toMatchObject({
      status: 'not_confirmed',
      credits: siteAt(0).siteSettings.signup_credits,
      paid_user: false,
      language: 'nl',
      profile: { name: 'Anna Bloom', country: 'NL', gender: 'female', seeks: ['male'], status: 'disabled' },
    });
    const [account, ...more] = await accounts((form['email'] ?? '').trim());
    expect(more).toEqual([]);
    expect(account?.password_hash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
    const [rows, profile] = await server().database.inTenant(siteAt(0).id, async (db) => [
      await db
        .selectFrom('ledger')
        .select(['kind', 'book', 'credits', 'balance'])
        .where('account', '=', account?.id ?? '')
        .execute(),
      await db
        .selectFrom('profile')
        .select(['about', 'sexuality'])
        .where('id', '=', account?.id ?? '')
        .executeTakeFirst(),
    ]);
    const credits = siteAt(0).siteSettings.signup_credits;
    expect(rows).toEqual([{ kind: 'signup', book: 'bonus', credits, balance: credits }]);
    expect(profile).toEqual({ about: 'Hello there', sexuality: 'hetero' });
  });

  test('SG6: a new member is invisible before the address is confirmed', async () => {
    const me = await server().member({ gender: 'male' });
    const joined = cookieIn(await join());
    const { id } = (await server().call('/api/user.php', { as: joined })).body['user'] as { id: string };
    expect((await server().call('/api/members.php', { as: me, query: 'gender=any' })).text).not.toContain(id);
  });

  test('SG14 SG15 SG16 SG17 SG19 AU25: each invalid field has its code, all at once', async () => {
    const answer = await join({
      email: 'nobody@',
      name: '@anna',
      password: 'short',
      date_of_birth: '',
      country: 'ZW',
      signup_message: 'x'.repeat(1001),
    });
    expect(answer.status).toBe(422);
    expect(answer.body.error).toEqual({
      code: 'invalid',
      fields: {
        email: 'email_invalid',
        name: 'name_starts_with_at',
        password: 'too_short',
        date_of_birth: 'too_young',
        country: 'not_allowed',
        signup_message: 'too_long',
      },
    });
    const fieldsOf = async (changes: Form) => (await join(changes)).body.error?.['fields'];
    const email = `${crypto.randomUUID()}@example.test`;
    expect(await fieldsOf({ email, name: email.toUpperCase() })).toEqual({ name: 'name_is_email' });
    expect(await fieldsOf({ name: 'anna.com' })).toEqual({ name: 'name_has_contact' });
    for (const name of ['moderator', `${siteAt(0).name} Support`, siteAt(0).name])
      expect(await fieldsOf({ name })).toEqual({ name: 'name_reserved' });
    expect(await fieldsOf({ name: '\u1160.\u1160' })).toEqual({ name: 'wrong_format' });
    expect(await fieldsOf({ password: '1qaz2wsx3edc' })).toEqual({ password: 'password_known' });
    expect(await fieldsOf({ password: 'password123456' })).toEqual({ password: 'password_predictable' });
    expect(await fieldsOf({ password: 'abcdefghijkl' })).toEqual({ password: 'password_pattern' });
    expect(await fieldsOf({ password: `${siteAt(0).name}${siteAt(0).name}${siteAt(0).name}` })).toEqual({
      password: 'password_personal',
    });
    const young = `${server().now().getUTCFullYear() - 17}-01-01`;
    expect(await fieldsOf({ date_of_birth: young })).toEqual({ date_of_birth: 'too_young' });
    expect(await fieldsOf({ date_of_birth: '2000-02-30' })).toEqual({ date_of_birth: 'no_such_date' });
  });

  test('SG31: signup.join requires the terms and the consent separately, and stores when each was given', async () => {
    for (const tick of ['terms', 'consent']) {
      const without = Object.entries(rightForm()).filter(([name]) => name !== tick);
      const answer = await joinWith(server(), Object.fromEntries(without));
      expect(answer.body.error?.['fields']).toEqual({ [tick]: 'required' });
    }
    const form = rightForm();
    await joinWith(server(), form);
    const [account] = await accounts(form['email'] ?? '');
    expect([account?.accepted_terms_at, account?.consented_at]).toEqual([expect.any(Date), expect.any(Date)]);
  });

  test('DB21 DB8: a site takes only members it has room for, and the host decides which site it is', async () => {
    for (const site of server().app.services.sites)
      for (const gender of ['male', 'female'])
        for (const seeks of ['male', 'female', 'both']) {
          const { mix } = site.niche.members;
          const sexuality =
            seeks === 'both' ? 'bi' : gender !== seeks ? 'hetero' : gender === 'male' ? 'gay' : 'lesbian';
          const answer = await join({ gender, seeks, country: site.siteSettings.countries[0] ?? '' }, { site });
          const isRoom = mix.some((each) => each.gender === gender && each.sexuality === sexuality);
          expect([site.folder, gender, seeks, answer.status]).toEqual([site.folder, gender, seeks, isRoom ? 200 : 422]);
        }
  });

  test('SG20 SG21: a known address is reported, also while it is being deleted', async () => {
    const active = await server().member();
    const deleting = await server().member({ status: 'pending_deletion' });
    const codeOf = async (email: string) => {
      const { status, body } = await join({ email: email.toUpperCase() });
      return [status, body.error?.code];
    };
    expect(await codeOf(active.email)).toEqual([409, 'email_known']);
    expect(await codeOf(deleting.email)).toEqual([409, 'email_deleting']);
    expect(
      (
        await join(
          { email: active.email },
          { site: siteAt(1), json: rightForm({ email: active.email, gender: 'female', seeks: 'female' }) },
        )
      ).body.error?.code,
    ).not.toBe('email_known');
  });

  test('C3 DB6: five addresses an hour are told to an IP or a /64, also when all are asked at once', async () => {
    const ip = `2001:db8:${crypto.randomUUID().slice(0, 4)}:7::`;
    const known = await Promise.all(Array.from({ length: 12 }, () => server().member()));
    const ask = async (email: string, last: string) => (await join({ email }, { ip: `${ip}${last}` })).body.error;
    const answers = await Promise.all(known.map(({ email }, at) => ask(email, String(at + 1))));
    const told = known.filter((_, at) => answers[at]?.code === 'email_known');
    expect(told).toHaveLength(5);
    expect(answers.filter((answer) => answer?.code === 'check_mail')).toHaveLength(7);
    expect((await ask(told[0]?.email ?? '', '99'))?.code).toBe('email_known');
    const other = known.find((each) => !told.includes(each))?.email ?? '';
    expect((await ask(other, '99'))?.code).toBe('check_mail');
    expect((await join({ email: other })).body.error?.code).toBe('email_known');
    server().advance(3601);
    expect((await ask(other, '99'))?.code).toBe('email_known');
  });

  test('SG20: of one form sent many times at once, one creates the account, and all get its session', async () => {
    const email = `${crypto.randomUUID()}@example.test`;
    const answers = await Promise.all(Array.from({ length: 5 }, () => join({ email })));
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200]);
    const [account, ...more] = await accounts(email);
    expect([more, account?.credits]).toEqual([[], siteAt(0).siteSettings.signup_credits]);
    for (const answer of answers)
      expect((await server().call('/api/user.php', { as: cookieIn(answer) })).body['user']).toMatchObject({
        id: account?.id,
      });
    await server().runJobs();
    expect(server().mails.filter(({ to }) => to === email)).toHaveLength(1);
  });

  test('C4: a password cannot be guessed by joining again: a wrong one reveals nothing of the account', async () => {
    const form = rightForm();
    const first = cookieIn(await joinWith(server(), form));
    const again = await joinWith(server(), { ...form, password: 'wrong green bottles' });
    expect([again.status, again.text, again.cookies]).toEqual([403, '{"error":{"code":"check_mail"}}', []]);
    const [account, ...more] = await accounts(form['email'] ?? '');
    expect(more).toEqual([]);
    expect((await server().call('/api/user.php', { as: first })).body['user']).toMatchObject({ id: account?.id });
  });

  test('C7: joining ends the browser’s previous session', async () => {
    const member = await server().member();
    const answer = await join({}, { as: member });
    expect(answer.status).toBe(200);
    expect((await server().call('/api/user.php', { as: member })).body['user']).toBeNull();
  });

  test('C11: no header decides where the mailed link leads', async () => {
    const form = rightForm();
    await joinWith(server(), form, {
      headers: { 'x-forwarded-host': 'evil.test', forwarded: 'host=evil.test', referer: 'https://evil.test/' },
    });
    await server().runJobs();
    const mail = server().mails.findLast(({ to }) => to === form['email']);
    expect(mail?.text).toContain(`http://${siteAt(0).folder}.localhost:4321/nl/activate/done?token=`);
    expect(mail?.text).not.toContain('evil');
  });
});

eachEngine(
  'closed signups',
  (server) => {
    test('SG23 SG24: a closed site accepts no signup, and discloses nothing about an address', async () => {
      const { email } = await server().member();
      for (const changes of [{}, { email }]) {
        const answer = await joinWith(server(), rightForm(changes));
        expect([answer.status, answer.body.error?.code]).toEqual([403, 'signups_closed']);
      }
    });

    test('SG23 AU26: who was let in before may still start afresh with a mailed link, and no other may', async () => {
      const waiting = await server().member({ status: 'not_confirmed' });
      await server().call('/api/activation-mail.php', { json: {}, as: waiting });
      await server().runJobs();
      const { email } = waiting;
      const token = tokenTo(server(), email);
      const begin = async (json: Form) => (await server().call('/api/signup-begin.php', { json })).status;
      expect([await begin({}), await begin({ token })]).toEqual([403, 200]);
      for (const changes of [{ token: 'A'.repeat(43), email }, { token }]) {
        const answer = await joinWith(server(), rightForm(changes));
        expect([answer.status, answer.body.error?.code]).toEqual([403, 'signups_closed']);
      }
      expect((await joinWith(server(), rightForm({ email, token }))).status).toBe(200);
    });
  },
  { sites: [{ ...siteAt(0), siteSettings: { ...siteAt(0).siteSettings, signups: 'other' } }] },
);
