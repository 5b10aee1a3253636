// Values that a page's address gives to its form without a script, and a form that is drawn again to links: an earlier answer, or a mailed
// link's token.
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { pathOf } from '#domain/routes';
import { loadSites } from '#site/load';
import { openStatic } from '#server/static/index';

const [site] = loadSites(process.cwd());
if (!site) throw new Error('There is no niche.');
const pages = openStatic(join(process.cwd(), 'dist'), [site]);
const ask = (path: string): Promise<Response> =>
  pages.page(new Request(`http://${site.siteSettings.domain}${path}`), site);
const read = async (path: string): Promise<string> => (await ask(path)).text();

test('SG32: the signup keeps the answers of the front page, and the traffic source', async () => {
  const html = await read('/nl/signup?gender=female&network=net');
  const chosen = [...html.matchAll(/<input[^>]*name="gender"[^>]*>/g)].filter(([tag]) => /\schecked/.test(tag));
  expect(chosen.map(([tag]) => /value="(\w+)"/.exec(tag)?.[1])).toEqual(['female']);
  expect(html).toMatch(/<input[^>]*name="network"[^>]*value="net"/);
  expect(await read('/signup?gender=anything')).not.toMatch(/<input[^>]*name="gender"[^>]*\schecked/);
});

test('AU26: a mailed link’s token stays with the page in every language, also with tracking parameters of the mail', async () => {
  const answer = await ask('/activate/done?token=a%26b&ref=mail');
  expect(answer.headers.get('Referrer-Policy')).toBe('strict-origin');
  const html = await answer.text();
  expect(html).toMatch(/<input[^>]*name="token"[^>]*value="a&#38;b"/);
  const links = [...html.matchAll(/<a[^>]*data-language="(\w+)"[^>]*>/g)];
  expect(links.length).toBe(site.codes.length);
  expect(links.filter(([tag]) => !/href="[^"]*[?;]token=a%26b/.test(tag))).toEqual([]);
  expect((await ask('/activate/done')).headers.get('Referrer-Policy')).not.toBe('strict-origin');
});

test('AU26: the signup page keeps the token with which it starts afresh, and the welcome what it says', async () => {
  const signup = await ask('/signup?token=a%26b&gender=male');
  expect(signup.headers.get('Referrer-Policy')).toBe('strict-origin');
  const html = await signup.text();
  expect(html).toMatch(/<input[^>]*name="token"[^>]*value="a&#38;b"/);
  expect(html).toMatch(
    /<a[^>]*href="[^"]*[?;]token=a%26b[^>]*data-language="de"|<a[^>]*data-language="de"[^>]*href="[^"]*[?;]token=a%26b/,
  );
  const confirmed = await read('/activate/done?confirmed=1');
  expect(confirmed).toMatch(/<input[^>]*data-refill="confirmed"[^>]*value="1"/);
  expect(confirmed).toMatch(/href="\/de\/activate\/done\?confirmed=1"/);
  expect(await read('/activate/done')).toMatch(/<input[^>]*data-refill="confirmed"[^>]*value(?:="")?>/);
});

test.each(['account-reactivate', 'login-mail-do', 'mail-change-do', 'reset-password-do', 'unsubscribe'])(
  'C8: the page %s of a mailed link fills in its token, and tells no other site of it',
  async (route) => {
    for (const language of ['en', 'pl']) {
      const answer = await ask(`${pathOf(route, language)}?token=a%26b`);
      expect([answer.status, answer.headers.get('Referrer-Policy')]).toEqual([200, 'strict-origin']);
      expect(await answer.text()).toMatch(/<input[^>]*name="token"[^>]*value="a&#38;b"/);
    }
  },
);

const refused = { site, language: 'en', status: 422, code: 'invalid', fields: {}, encodings: '', country: null };

test('AU26: a page drawn again keeps its mailed link, and where a login leads, in every language', async () => {
  const addressOf = async (path: string, language: string, values: Readonly<Record<string, string>>) => {
    const html = (await (await pages.form({ ...refused, path, values }))?.text()) ?? '';
    const [tag = ''] = [...html.matchAll(/<a[^>]*data-language="(\w+)"[^>]*>/g)].flatMap(([all, code]) =>
      code === language ? [all] : [],
    );
    return /href="([^"]*)"/.exec(tag)?.[1]?.replaceAll('&#38;', '&');
  };
  const token = '"><b>&';
  for (const path of ['/activate/done', '/signup', '/reset-password/do'])
    expect(await addressOf(path, 'de', { token })).toBe(`/de${path}?token=%22%3E%3Cb%3E%26`);
  const sent = { return_to: '/login-mail#sent', to: '/nl/likes?x=1' };
  expect(await addressOf('/login', 'de', { return_to: '/nl/likes?x=1' })).toBe('/de/login?to=%2Fde%2Flikes%3Fx%3D1');
  expect(await addressOf('/login-mail', 'de', sent)).toBe('/de/login-mail?to=%2Fde%2Flikes%3Fx%3D1');
  expect(await addressOf('/login-mail/do', 'de', { token: 'x', return_to: '/likes' })).toBe(
    '/de/login-mail/do?token=x&to=%2Fde%2Flikes',
  );
  expect(await addressOf('/signup', 'de', { return_to: '/complete-signup' })).toBe('/de/signup');
});
