// Signup and login as native forms: sent twice, refused, and the language of their target.
import { beforeAll, expect, test } from 'vitest';
import { validateOrientation } from '#domain/orientation';
import type { FormPage } from '#server/http/native-forms';
import { cookieIn, freshIp, rightForm, type Form } from '../support/joining.ts';
import { eachEngine, siteAt, sites, type CallOptions } from '../support/server.ts';

const draw: FormPage = (asked) => Promise.resolve(Response.json({ ...asked, site: '' }, { status: asked.status }));
const origin = `http://${siteAt(0).folder}.localhost`;
const native = {
  'content-type': 'application/x-www-form-urlencoded',
  'sec-fetch-mode': 'navigate',
  'idempotency-key': null,
  referer: `${origin}/nl/signup`,
};

eachEngine(
  'signup forms',
  (server) => {
    const post = (form: Form, options: CallOptions = {}) =>
      server().call('/api/signup.php', {
        method: 'POST',
        body: new URLSearchParams(form).toString(),
        ip: freshIp(),
        ...options,
        headers: { ...native, ...options.headers },
      });
    const accounts = (email: string) =>
      server().database.inTenant(siteAt(0).id, (db) =>
        db.selectFrom('account').selectAll().where('email_key', '=', email.toLowerCase()).execute(),
      );

    const begin = (form: Form, headers: CallOptions['headers'] = {}, site = siteAt(0)) =>
      server().call('/api/signup-begin.php', {
        site,
        method: 'POST',
        body: new URLSearchParams(form).toString(),
        ip: freshIp(),
        headers: { ...native, ...headers },
      });

    test('signup.begin SG7 SG32: a lander’s first step leads to the whole form with its answers, and stores nothing', async () => {
      const said = { gender: 'female', seeks: 'male', birth_day: '5', birth_month: '6', birth_year: '1990' };
      const answer = await begin({ ...said, form_page: '/de/landers/video', ref: 'a1', 'interests[]': 'hiking' });
      expect(answer.status).toBe(200);
      expect(answer.body).toMatchObject({
        path: '/de/signup',
        code: null,
        values: { ...said, ref: 'a1', interests: 'hiking' },
      });
      expect(answer.cookies).toEqual([]);
    });

    test('SG25 SG32: an unreadable value of the traffic source is dropped, and the first step goes on', async () => {
      const said = { gender: 'female', form_page: '/landers/video?network=%00&sub2=b' };
      for (const value of ['\0', '\x1b[0m', 'a\r\nb', 'n'.repeat(201)]) {
        const answer = await begin({ ...said, ref: value, sub1: 'a' });
        expect([value, answer.status, answer.body['path']]).toEqual([value, 200, '/signup']);
        const { values } = answer.body as { values: Form };
        expect([value, values['ref'], values['network'], values['sub1'], values['sub2']]).toEqual([
          value,
          undefined,
          undefined,
          'a',
          'b',
        ]);
      }
      const json = await server().call('/api/signup-begin.php', {
        body: String.raw`{"gender":"female","ref":"\ud800","sub1":"\u0000"}`,
        headers: { 'content-type': 'application/json' },
        ip: freshIp(),
      });
      expect([json.status, json.body]).toEqual([200, { begun: true }]);
    });

    test('SG1 SG32: the gender looked for is asked again where the site has no member who fits', async () => {
      const narrow = sites.find(({ niche }) => validateOrientation('male', 'male', niche.members.mix)?.['seeks']);
      expect(narrow).toBeDefined();
      const answer = await begin({ gender: 'male', seeks: 'male', ref: 'a1' }, {}, narrow);
      expect(answer.status).toBe(200);
      expect(answer.body).toMatchObject({ path: '/signup', values: { gender: 'male', ref: 'a1' } });
      expect((answer.body as { values: Form }).values).not.toHaveProperty('seeks');
    });

    test('SG7 LA7: a region determines its country, against the selected one', async () => {
      const country = async (form: Form) => ((await begin(form)).body as { values: Form }).values['country'];
      expect(await country({ country: 'NL', region: 'BE-VAN' })).toBe('BE');
      expect(await country({ country: 'NL', region: '' })).toBe('NL');
      expect(await country({ country: 'NL', region: 'XX-1' })).toBe('NL');
    });

    test('SG32: an invalid first step returns to its own lander, the values kept', async () => {
      const said = {
        gender: 'female',
        birth_day: '5',
        birth_month: '6',
        birth_year: '2020',
        form_page: '/landers/video',
      };
      const answer = await begin(said);
      expect(answer.status).toBe(422);
      expect(answer.body).toMatchObject({
        path: '/landers/video',
        fields: { date_of_birth: 'too_young' },
        values: said,
      });
    });

    test('SG3 SG32 LA12: a form on a page for one member returns as that page, also when refused again', async () => {
      const path = `/de/members/${crypto.randomUUID()}/landing2/evening`;
      const tooYoung = { birth_day: '5', birth_month: '6', birth_year: '2020', form_page: '' };
      const refused = await begin(tooYoung, { referer: origin + path });
      expect(refused.body).toMatchObject({ path, language: 'de', values: { form_page: path } });
      const again = await begin({ ...tooYoung, form_page: path }, { referer: `${origin}/api/signup-begin.php` });
      expect(again.body).toMatchObject({ path, language: 'de' });
      const on = await begin({ gender: 'female', form_page: path });
      expect(on.body).toMatchObject({ path: '/de/signup', values: { form_page: '/de/signup' } });
    });

    test('SG32: a refused signup form from an unknown page returns as the signup page', async () => {
      for (const referer of [null, 'https://elsewhere.example/x', `${origin}/api/signup.php`]) {
        const answer = await post({ ...rightForm(), name: 'x' }, { headers: { referer } });
        expect([answer.status, answer.body['path']]).toEqual([422, '/signup']);
      }
      const german = await post({ ...rightForm(), name: 'x' }, { headers: { referer: null, cookie: 'locale=de' } });
      expect(german.body['path']).toBe('/de/signup');
    });

    test('LA6 SG7: the extra answers of a lander arrive with the profile, as far as the site knows them', async () => {
      const picks = siteAt(0).siteSettings.interests.slice(0, 2);
      const form = rightForm({
        country: 'NL',
        region: 'NL-UT',
        interests: `${picks[0]},nonsense,${picks[1]}`,
      });
      expect((await post(form)).status).toBe(303);
      const [account] = await accounts(form['email'] ?? '');
      const profile = await server().database.inTenant(siteAt(0).id, (db) =>
        db
          .selectFrom('profile')
          .selectAll()
          .where('id', '=', account?.id ?? '')
          .executeTakeFirstOrThrow(),
      );
      expect([profile.region, profile.interests]).toEqual(['NL-UT', picks]);
      const elsewhere = rightForm({ country: 'NL', region: 'DE-BY' });
      expect((await post(elsewhere)).status).toBe(303);
    });

    test('SG32: a form sent twice at once, or again from the same browser, takes effect once', async () => {
      const form = rightForm();
      const twice = await Promise.all([post(form), post(form)]);
      expect(twice.map(({ status }) => status)).toEqual([303, 303]);
      const as = cookieIn(twice[0] ?? twice[1]);
      server().advance(600);
      const again = await post(form, { as });
      expect([again.status, again.headers.get('location'), again.cookies]).toEqual([303, '/nl/complete-signup', []]);
      await server().runJobs();
      expect(server().mails.filter(({ to }) => to === form['email'])).toHaveLength(1);
      expect((await accounts(form['email'] ?? ''))[0]?.credits).toBe(siteAt(0).siteSettings.signup_credits);
    });

    test('SG32 SG18: a native form joins with three fields of a date, and leads on in its own language', async () => {
      const { date_of_birth: _, ...form } = rightForm({ birth_day: '5', birth_month: '6', birth_year: '1990' });
      const answer = await post(form);
      expect([answer.status, answer.headers.get('location')]).toEqual([303, '/nl/complete-signup']);
      expect(answer.cookies.map((each) => each.split(';')[0]?.split('=')[0])).toEqual([
        'auth.session',
        'auth.hint',
        'locale',
      ]);
      const chosen = await post(
        { ...rightForm(), return_to: '/nl/members/x?y=1#z' },
        { headers: { cookie: 'locale=de' } },
      );
      expect([chosen.headers.get('location'), chosen.cookies.length]).toEqual(['/nl/members/x?y=1#z', 2]);
      const german = await post(rightForm({ language: 'de', return_to: '/complete-signup' }));
      expect(german.headers.get('location')).toBe('/de/complete-signup');
    });

    test('SG32 SG17: a refused native form gets its page with the codes and the typed values, but no password', async () => {
      const { date_of_birth: _, ...form } = rightForm({ birth_day: '5', birth_month: '6', birth_year: '', name: 'x' });
      const answer = await post({ ...form, form_page: '/de/signup' });
      expect(answer.status).toBe(422);
      expect(answer.body).toMatchObject({
        path: '/de/signup',
        language: 'de',
        code: 'invalid',
        fields: { name: 'too_short', date_of_birth: 'too_young' },
        values: { birth_day: '5', gender: 'female', country: 'NL' },
      });
      expect(answer.text).not.toContain(form['password']);
    });
  },
  { formPage: draw },
);

eachEngine('language', (server) => {
  beforeAll(() => server().holdClock());
  test('AC19 DB20: a login leads to the language of the account, unless the browser has chosen one', async () => {
    const { email, password, id } = await server().member();
    await server().database.inTenant(siteAt(0).id, (db) =>
      db.updateTable('account').set({ language: 'de' }).where('id', '=', id).execute(),
    );
    const login = (headers: Record<string, string> = {}, return_to = '/nl/members', form_page = '/login') =>
      server().call('/api/user.php', {
        method: 'POST',
        body: new URLSearchParams({ email, password, return_to, form_page }).toString(),
        headers: { ...native, ...headers },
        ip: freshIp(),
      });
    const first = await login();
    expect([first.headers.get('location'), first.cookies.at(-1)]).toEqual([
      '/de/members',
      'locale=de; Path=/; Max-Age=31536000; SameSite=Lax',
    ]);
    expect((await login({}, '/nl/members/x?y=1')).headers.get('location')).toBe('/de/members/x?y=1');
    const named = await login({}, '/da/members', '/da/login');
    expect([named.headers.get('location'), named.cookies.length]).toEqual(['/da/members', 3]);
    const chosen = await login({ cookie: 'locale=nl' });
    expect([chosen.headers.get('location'), chosen.cookies.length]).toEqual(['/nl/members', 3]);
    const json = await server().call('/api/user.php', { json: { email, password }, ip: freshIp() });
    expect([(json.body['user'] as { language: string }).language, json.cookies.length]).toEqual(['de', 4]);
  });
});
