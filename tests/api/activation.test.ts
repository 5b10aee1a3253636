// Confirming the address: the mail, its link, used once and in time; pending messages are sent.
import { expect, test } from 'vitest';
import type { FormPage } from '#server/http/native-forms';
import { hashToken } from '#server/auth/sessions';
import { cookieIn, formFor, joinNew, joinWith, linkTo, rightForm, tokenTo } from '../support/joining.ts';
import { isWaitedFor } from '../support/locks.ts';
import { eachEngine, figure, siteAt, sites } from '../support/server.ts';

const draw: FormPage = (asked) => Promise.resolve(Response.json({ ...asked, site: '' }, { status: asked.status }));
const origin = `http://${siteAt(0).folder}.localhost`;

eachEngine(
  'activation',
  (server, engine) => {
    const activate = ({ token, cookie }: { token: string; cookie: string }, site = siteAt(0)) =>
      server().call('/api/activate.php', { json: { token }, site, as: { cookie } });
    const userOf = async (as: { cookie: string }) => (await server().call('/api/user.php', { as })).body['user'];
    const again = (as: { cookie: string }) => server().call('/api/activation-mail.php', { json: {}, as });

    test('AU26: signup.activate confirms the account and shows the profile', async () => {
      const joined = await joinNew(server());
      const answer = await activate(joined);
      expect([answer.status, answer.body, answer.cookies]).toEqual([200, { activated: true }, []]);
      expect(await userOf(joined)).toMatchObject({ status: 'active', profile: { status: 'active' } });
      const searcher = await server().member({ gender: 'male' });
      const { id } = (await userOf(joined)) as { id: string };
      expect((await server().call('/api/members.php', { as: searcher, query: 'gender=any' })).text).toContain(id);
      const { confirmed_at } = await server().database.inTenant(siteAt(0).id, (db) =>
        db.selectFrom('account').select('confirmed_at').where('id', '=', id).executeTakeFirstOrThrow(),
      );
      expect(Math.abs((confirmed_at?.getTime() ?? 0) - server().now().getTime())).toBeLessThan(60_000);
      const { joined_at } = await server().database.inTenant(siteAt(0).id, (db) =>
        db.selectFrom('profile').select('joined_at').where('id', '=', id).executeTakeFirstOrThrow(),
      );
      expect(joined_at).toEqual(confirmed_at);
    });

    test('C8: two links of one account at once confirm it once, and the other link is spent too', async () => {
      for (let round = 0; round < figure(50, 5); round += 1) {
        const joined = await joinNew(server());
        server().advance(61);
        await again(joined);
        await server().runJobs();
        const second = tokenTo(server(), joined.email);
        expect(second).not.toBe(joined.token);
        const answers = await Promise.all([activate(joined), activate({ ...joined, token: second })]);
        expect(answers.map(({ status }) => status).sort()).toEqual([200, 410]);
      }
    });

    // An embedded database runs one transaction at a time.
    if (engine === 'postgres')
      test('C8: a confirmation waits for a concurrent call of the same member that locks the account last, and neither fails', async () => {
        const joined = await joinNew(server());
        const { id } = (await userOf(joined)) as { id: string };
        const { database } = server();
        const { promise: isUnderWay, resolve } = Promise.withResolvers<void>();
        const other = database.inTenant(siteAt(0).id, async (db) => {
          await db.updateTable('profile').set({ last_active: server().now() }).where('id', '=', id).execute();
          resolve();
          await isWaitedFor(db);
          await db.updateTable('account').set({ language: 'de' }).where('id', '=', id).execute();
        });
        await isUnderWay;
        const answers = await Promise.all([activate(joined), other]);
        expect(answers[0].status).toBe(200);
        expect(await userOf(joined)).toMatchObject({ status: 'active', language: 'de' });
      });

    test('C8: a link lasts 48 hours and only on its own site; an invalid one is answered as expired too', async () => {
      server().holdClock();
      const [early, late] = [await joinNew(server()), await joinNew(server())];
      expect((await activate(early, siteAt(1))).status).toBe(410);
      server().advance(48 * 3600 - 1);
      expect((await activate(early)).status).toBe(200);
      server().advance(1);
      for (const token of [late.token, 'A'.repeat(43), '', 'x', "' or 1=1 --"]) {
        const answer = await activate({ ...late, token });
        expect([answer.status, answer.body.error?.code]).toEqual([410, 'link_expired']);
      }
      expect(await userOf(late)).toMatchObject({ status: 'not_confirmed' });
    });

    test('C6 C8: only the hash is stored, and no answer and no log contains the token', async () => {
      const joined = await joinNew(server());
      const { token, email } = joined;
      const rows = await server().database.inTenant(siteAt(0).id, (db) =>
        db.selectFrom('mail_token').selectAll().where('hash', '=', hashToken(token)).execute(),
      );
      expect(rows).toHaveLength(1);
      expect(JSON.stringify(rows)).not.toContain(token);
      expect((await activate(joined)).text).not.toContain(token);
      const log = server().logged.join('');
      expect(log).not.toContain(token);
      expect(log).not.toContain(email);
    });

    test('C8: opening the link, as mail scanners do, does not spend it', async () => {
      const joined = await joinNew(server());
      const { token, email } = joined;
      for (const method of ['GET', 'HEAD', 'OPTIONS'])
        await server().call('/api/activate.php', {
          method,
          query: `token=${token}`,
          headers: { 'content-type': null },
        });
      expect(linkTo(server(), email).pathname).toBe('/nl/activate/done');
      expect((await activate(joined)).status).toBe(200);
    });

    test('SG29 G5: messages written before are delivered once the address is confirmed, once and in order', async () => {
      const him = await server().member({ gender: 'male' });
      const joined = await joinNew(server());
      const { id } = (await userOf(joined)) as { id: string };
      for (const text of ['one', 'two', 'three'])
        expect(
          (
            await server().call('/api/message.php', {
              as: joined,
              json: { profile: him.id, text, client_id: crypto.randomUUID() },
            })
          ).status,
        ).toBe(200);
      const heard = async () =>
        (
          ((await server().call('/api/messages.php', { as: him, query: `profile=${id}` })).body['messages'] ?? []) as {
            text: string;
          }[]
        ).map(({ text }) => text);
      expect(await heard()).toEqual([]);
      await Promise.all(Array.from({ length: 10 }, () => activate(joined)));
      expect(await heard()).toEqual(['one', 'two', 'three']);
    });

    test('AU33: signup.sendAgain mails another link after 60 s, and many concurrent calls mail one', async () => {
      server().holdClock();
      const joined = await joinNew(server());
      for (const [passed, left] of [
        [0, 60],
        [59, 1],
      ] as const) {
        server().advance(passed);
        const early = await again(joined);
        expect([early.status, early.body.error]).toEqual([429, { code: 'wait', retry_after: left }]);
        expect(early.headers.get('retry-after')).toBe(String(left));
      }
      server().advance(1);
      const answers = await Promise.all(Array.from({ length: 30 }, () => again(joined)));
      expect(answers.filter(({ status }) => status === 204)).toHaveLength(1);
      expect(answers.filter(({ body }) => body.error?.code === 'wait')).toHaveLength(29);
      await server().runJobs();
      expect(server().mails.filter(({ to }) => to === joined.email)).toHaveLength(2);
      expect((await activate(joined)).status).toBe(200);
      expect((await again(joined)).body.error?.code).toBe('already_active');
    });

    test('AU26 DB17: the mail is in the language of the member, neutral, with its link alone on a line', async () => {
      const subjects = new Set<string>();
      for (const { code } of siteAt(0).languages) {
        const { email, form, token } = await joinNew(server(), { language: code });
        const mail = server().mails.findLast(({ to }) => to === email);
        subjects.add(mail?.subject ?? '');
        expect(mail?.from).toEqual({
          name: siteAt(0).siteSettings.mail_name,
          address: siteAt(0).siteSettings.support_email,
        });
        expect(mail?.subject).not.toMatch(new RegExp(`${siteAt(0).name}|dat(e|ing)|${form['name']}`, 'i'));
        const prefix = code === 'en' ? '' : `/${code}`;
        expect(mail?.text.split('\n')).toContain(`${origin}:4321${prefix}/activate/done?token=${token}`);
        expect(mail?.text).toContain(siteAt(0).company.name);
        expect(mail?.text).not.toMatch(/\{\{|undefined/);
      }
      expect(subjects.size).toBe(siteAt(0).languages.length);
    });

    test('C11: a link leads to the domain of its own niche', async () => {
      for (const site of sites) {
        const form = formFor(site);
        expect((await joinWith(server(), form, { site })).status).toBe(200);
        await server().runJobs();
        expect(linkTo(server(), form['email'] ?? '').host).toBe(`${site.folder}.localhost:4321`);
      }
    });

    test('AU26 AU28: native forms lead to their pages, ask for the password, and a refused one returns to its own page with 410', async () => {
      const { token, form, cookie } = await joinNew(server());
      const post = (fields: Record<string, string>, as = '') =>
        server().call('/api/activate.php', {
          method: 'POST',
          body: new URLSearchParams({ form_page: '/nl/activate/done', ...fields }).toString(),
          headers: {
            'content-type': 'application/x-www-form-urlencoded',
            'idempotency-key': null,
            referer: `${origin}/nl/activate/done?token=${token}`,
            cookie: as,
          },
        });
      const asked = await post({ token, password: '' });
      expect([asked.status, asked.body['path'], asked.body['fields'], asked.body['values']]).toEqual([
        422,
        '/nl/activate/done',
        { password: 'required' },
        { token, form_page: '/nl/activate/done' },
      ]);
      const other = await joinNew(server());
      for (const done of [
        await post({ token, password: form['password'] ?? '' }),
        await post({ token, password: '' }),
        await post({ token: other.token, password: '' }, other.cookie),
      ])
        expect([done.status, done.headers.get('location')]).toEqual([303, '/nl/activate/done?confirmed=1']);
      expect(await userOf({ cookie })).toMatchObject({ status: 'active' });
      const broken = await post({ token: 'A'.repeat(43), return_to: '/nl/activate/done' });
      expect([broken.status, broken.body['path'], broken.body['code'], broken.body['language']]).toEqual([
        410,
        '/nl/activate/error',
        'link_expired',
        'nl',
      ]);
    });

    test('AU26: without scripts too, the page of a mail leads to the signup form, which starts afresh with the link', async () => {
      const { token, email } = await joinNew(server());
      const post = (path: string, fields: Record<string, string>) =>
        server().call(path, {
          method: 'POST',
          body: new URLSearchParams(fields).toString(),
          headers: { 'content-type': 'application/x-www-form-urlencoded', 'idempotency-key': null, cookie: '' },
        });
      const begun = await post('/api/signup-begin.php', { token, form_page: '/nl/activate/done' });
      expect([begun.status, begun.body['path'], begun.body['values']]).toEqual([
        200,
        '/nl/signup',
        { token, form_page: '/nl/signup' },
      ]);
      const fields = { ...rightForm({ email, password: 'short' }), token, form_page: '/nl/signup' };
      const refused = await post('/api/signup.php', fields);
      expect([refused.status, refused.body['values']]).toEqual([422, expect.objectContaining({ token })]);
      const joined = await post('/api/signup.php', { ...fields, password: 'nine silver lanterns' });
      expect([joined.status, joined.headers.get('location')]).toEqual([303, '/nl/complete-signup']);
      expect(await userOf(cookieIn(joined))).toMatchObject({ email, status: 'active' });
    });
  },
  { formPage: draw },
);
