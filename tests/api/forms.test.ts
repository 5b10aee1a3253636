// Native form posts: requests and answers of a page without JavaScript.
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { createApp } from '#server/app';
import type { FormPage } from '#server/http/native-forms';
import { sitePages } from '#server/static/site-pages';
import { freshFolder } from '../support/processes.ts';
import { eachEngine, figure, siteAt } from '../support/server.ts';

const form = {
  'content-type': 'application/x-www-form-urlencoded',
  'sec-fetch-mode': 'navigate',
  'sec-fetch-dest': 'document',
  'idempotency-key': null,
};
const origin = `http://${siteAt(0).folder}.localhost`;
const draw: FormPage = (asked) =>
  Promise.resolve(
    asked.path === '/broken' ? null : Response.json({ ...asked, site: asked.site.folder }, { status: asked.status }),
  );

eachEngine(
  'forms',
  (server) => {
    const post = (
      fields: Record<string, string>,
      headers: Record<string, string> = {},
      ip = `2001:db8:${crypto.randomUUID().slice(0, 4)}::1`,
    ) =>
      server().call('/api/user.php', {
        method: 'POST',
        body: new URLSearchParams(fields).toString(),
        headers: { ...form, referer: `${origin}/nl/login`, ...headers },
        ip,
      });

    test('SG32 AU3: auth.login as a form answers 303 with the session, to return_to or to the members', async () => {
      const { email, password } = await server().member();
      const chosen = { cookie: 'locale=nl' };
      const answer = await post({ email, password }, chosen);
      expect([answer.status, answer.headers.get('location'), answer.cookies.length]).toEqual([303, '/nl/members', 3]);
      const back = await post({ email, password, return_to: '/nl/members/x?y=1' }, chosen);
      expect(back.headers.get('location')).toBe('/nl/members/x?y=1');
      const english = await post({ email, password }, { ...chosen, referer: `${origin}/login` });
      expect(english.headers.get('location')).toBe('/members');
    });

    test('F9: return_to never leads off the site', async () => {
      const { email, password } = await server().member();
      const bad = [
        'https://evil.test/',
        '//evil.test',
        '/\\evil.test',
        '\\\\evil.test',
        'javascript:alert(1)',
        '/a\r\nset-cookie: x=1',
        '/%0d%0a',
        'evil',
        '',
        '/\tevil',
        '/api/logout.php',
        '/..//evil.test',
        '///evil.test',
        'http:evil.test',
        '/\u0000',
      ];
      for (const return_to of bad) {
        const { status, headers } = await post({ email, password, return_to });
        const location = headers.get('location') ?? '/members';
        expect(status === 303 ? new URL(location, origin).origin : origin, return_to).toBe(origin);
        expect(location).not.toMatch(/evil\.test\/?$|[\r\n]|^\/api/);
      }
    });

    test('F9: no spelling of another site in return_to leads there, or breaks a header', async () => {
      const { email, password } = await server().member();
      const starts = '//|/\\|\\/|///|/\t/|/%09/|https:|http://|//user@|/.//| //'.split('|');
      const ends = 'evil.test|evil.test/members|evil.test%2f..|evil.test#x|[::1]:80|127.1|evil.test\r\nX-A: b'.split(
        '|',
      );
      const places = starts.flatMap((start) => ends.map((end) => `${start}${end}`));
      for (const return_to of places.filter((_, at) => at % figure(1, 4) === 0)) {
        const answer = await post({ email, password, return_to });
        const location = answer.headers.get('location') ?? '';
        expect([return_to, answer.status, new URL(location, origin).origin]).toEqual([return_to, 303, origin]);
        expect(location).toMatch(/^\/(?![/\\])[^\r\n\t]*$/);
        expect(answer.headers.has('x-a')).toBe(false);
      }
    });

    test('AU17 SG32: a refused form gets its page again, with the error and the typed values but no password', async () => {
      const answer = await post({ email: 'x@example.test', password: 'hunter2-hunter2' });
      expect(answer.status).toBe(422);
      expect(answer.body).toMatchObject({
        code: 'login_failed',
        language: 'nl',
        path: '/nl/login',
        fields: {},
        values: { email: 'x@example.test' },
      });
      expect(answer.text).not.toContain('hunter2');
      expect((await post({ email: '', password: '' })).body).toMatchObject({
        status: 422,
        code: 'invalid',
        fields: { email: 'required', password: 'required' },
      });
      expect(
        (await post({ email: 'x@example.test', password: 'x' }, { referer: `${origin}/broken` })).body.error?.code,
      ).toBe('login_failed');
    });

    test('SG26: a refused login keeps the traffic source of its page, also when it is refused again', async () => {
      const wrong = { email: 'source@example.test', password: 'x', form_page: '/nl/login' };
      const path = '/nl/login?network=net&sub1=a%26b';
      const kept = { path: '/nl/login', language: 'nl', values: { network: 'net', sub1: 'a&b', form_page: path } };
      const first = await post(wrong, { referer: `${origin}/nl/login?to=%2Fnl%2Flikes&network=net&aff_sub=a%26b` });
      expect(first.body).toMatchObject(kept);
      const again = await post({ ...wrong, form_page: path }, { referer: `${origin}/api/user.php` });
      expect(again.body).toMatchObject(kept);
      const foreign = await post(wrong, { referer: 'https://other.example/login?network=net' });
      expect(foreign.body).toMatchObject({ values: { email: 'source@example.test', form_page: '/nl/login' } });
      expect(foreign.text).not.toContain('"net"');
      const { form_page: _, ...unstated } = wrong;
      const doubled = await post(unstated, { referer: `${origin}//?network=net` });
      expect(doubled.body).toMatchObject({ status: 422, values: { network: 'net' } });
    });

    test('SG26: a complaint keeps the traffic source, so that its visitor may still join', async () => {
      const said = { email: '', subject: 'else', text: crypto.randomUUID(), return_to: '/nl/complaints#sent' };
      const complain = (headers: Record<string, string>) =>
        server().call('/api/complaint.php', {
          method: 'POST',
          body: new URLSearchParams(said).toString(),
          headers: { ...form, ...headers },
          ip: `2001:db8:${crypto.randomUUID().slice(0, 4)}::1`,
        });
      const sent = await complain({ referer: `${origin}/nl/complaints?ref=a%26b` });
      expect([sent.status, sent.headers.get('location')]).toEqual([303, '/nl/complaints?ref=a%26b#sent']);
    });

    test('SG26: an empty source in a form falls back to the one in its page’s address', async () => {
      const begin = (fields: Record<string, string>) =>
        server().call('/api/signup-begin.php', {
          method: 'POST',
          body: new URLSearchParams({ network: '', ref: '', form_page: '/landers/video', ...fields }).toString(),
          headers: { ...form, referer: `${origin}/landers/video?network=net` },
          ip: `2001:db8:${crypto.randomUUID().slice(0, 4)}::1`,
        });
      const born = { birth_day: '5', birth_month: '6' };
      const goesOn = await begin({ ...born, birth_year: '1970' });
      expect(goesOn.body).toMatchObject({ status: 200, path: '/signup', values: { network: 'net' } });
      const refused = await begin({ ...born, birth_year: '2020' });
      expect(refused.body).toMatchObject({ status: 422, path: '/landers/video', values: { network: 'net' } });
      const named = await begin({ ...born, birth_year: '1970', network: 'own' });
      expect(named.body).toMatchObject({ values: { network: 'own' } });
    });

    test('SG32: a GET of a form’s address gets the page that holds such forms', async () => {
      const open = (path: string, mode: string) =>
        server().call(path, { headers: { 'sec-fetch-mode': mode, cookie: 'locale=nl' } });
      const led = async (path: string) => {
        const { status, headers } = await open(path, 'navigate');
        return [status, headers.get('location')];
      };
      expect(await led('/api/user.php')).toEqual([303, '/nl/login']);
      for (const call of ['signup-begin', 'signup']) expect(await led(`/api/${call}.php`)).toEqual([303, '/nl/signup']);
      expect(await led('/api/complaint.php')).toEqual([303, '/nl/complaints']);
      expect((await open('/api/user.php', 'cors')).body).toEqual({ user: null });
      expect((await open('/api/signup-begin.php', 'cors')).status).toBe(405);
    });

    test('AU18: the page of a blocked account says for how many minutes', async () => {
      const { email } = await server().member();
      const attempt = () => post({ email, password: 'wrong' }, {}, '2001:db8:18::1');
      for (let tries = 0; tries < 5; tries += 1) await attempt();
      const blocked = await attempt();
      expect(blocked.body).toMatchObject({ status: 429, code: 'account_blocked', minutes: 1 });
      expect(blocked.headers.get('retry-after')).toBe('60');
      expect(blocked.headers.get('x-request-id')).not.toBeNull();
    });

    test('LA16: a page drawn again for a refused form, or drawn next, has the country of the original page', async () => {
      const root = freshFolder();
      const hosting = join(root, 'dist', 'hosting', siteAt(0).folder);
      const files = {
        [join(hosting, 'headers.json')]: JSON.stringify({ security: {}, policies: { public: '', pages: {} } }),
        [join(hosting, 'finished')]: '',
        [join(root, 'dist', siteAt(0).folder, 'landers/video.html')]: '<h1>lander</h1>',
        [join(root, 'dist', siteAt(0).folder, 'signup.html')]: '<h1>signup</h1>',
      };
      for (const [file, text] of Object.entries(files)) {
        mkdirSync(join(file, '..'), { recursive: true });
        writeFileSync(file, text);
      }
      const parts = { ...server().app.services, sites: [siteAt(0)], formPage: undefined as never };
      const app = await createApp({ ...parts, ...sitePages({ root })(parts) });
      const begin = (ip: string, birth_year: string) =>
        server().callApp(app, '/api/signup-begin.php', {
          method: 'POST',
          body: new URLSearchParams({
            form_page: '/landers/video',
            birth_day: '5',
            birth_month: '6',
            birth_year,
          }).toString(),
          headers: form,
          ip,
        });
      for (const [ip, country] of [
        ['193.51.208.13', 'FR'],
        ['217.0.43.145', 'DE'],
        ['2001:db8::1', 'XX'],
      ] as const) {
        const answers = [
          await server().callApp(app, '/landers/video', { ip }),
          await begin(ip, '2020'),
          await begin(ip, '1990'),
        ];
        expect(answers.map(({ status, text }) => [status, text])).toEqual([
          [200, '<h1>lander</h1>'],
          [422, '<h1>lander</h1>'],
          [200, '<h1>signup</h1>'],
        ]);
        expect(answers.map(({ headers }) => headers.get('server-timing'))).toEqual(
          Array(3).fill(`country;desc="${country}"`),
        );
      }
      await app.close();
    });

    test('C10: a form of another site is refused', async () => {
      const { email, password } = await server().member();
      for (const site of ['cross-site', 'same-site', 'none'])
        expect((await post({ email, password }, { 'sec-fetch-site': site })).status).toBe(403);
    });
  },
  { formPage: draw },
);
