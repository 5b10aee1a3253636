// The server's answers for the exported sites: pages, files, languages, errors, and forms drawn again.
import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Hono } from 'hono';
import { brotliDecompressSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { loadSites, type Site } from '#site/load';
import { readConfig } from '#server/config/index';
import { openLog } from '#server/log';
import { sitePages } from '#server/static/site-pages';
import { openStatic, type StaticSites } from '#server/static/index';
import { redirectByLanguage } from '#server/static/language-choice';
import type { AppContext, AppEnv } from '#server/http/request-info';

const root = process.cwd();
const site = loadSites(root)[0] as Site;
const { domain } = site.siteSettings;
let pages: StaticSites;
beforeAll(() => {
  pages = openStatic(join(root, 'dist'), [site]);
});

const ask = (path: string, headers: Record<string, string> = {}, at: Site = site): Promise<Response> =>
  pages.page(new Request(`http://${at.siteSettings.domain}${path}`, { headers }), at);
const words = (language: string, space: string, key: string): string => site.texts(language)[space]?.[key] ?? '-';

describe('pages', () => {
  test('a page is answered with its policy, compressed as the browser prefers, and with 304 when it is cached', async () => {
    const answer = await ask('/login', { 'Accept-Encoding': 'gzip, br' });
    expect(answer.status).toBe(200);
    expect(answer.headers.get('Content-Encoding')).toBe('br');
    expect(answer.headers.get('Content-Security-Policy')).toContain("require-trusted-types-for 'script'");
    expect(answer.headers.get('X-Content-Type-Options')).toBe('nosniff');
    const etag = answer.headers.get('ETag') ?? '';
    expect((await ask('/login', { 'Accept-Encoding': 'br', 'If-None-Match': etag })).status).toBe(304);
    expect((await ask('/login', { 'Accept-Encoding': 'br;q=0, gzip' })).headers.get('Content-Encoding')).toBe('gzip');
    expect((await ask('/login')).headers.get('Content-Encoding')).toBeNull();
  });

  test('an id page is answered by its shell in the language of the address', async () => {
    const html = await (await ask('/nl/members/0f8c2b1e-1111-4222-8333-444455556666')).text();
    expect(html).toContain('<html lang="nl-NL"');
    expect(html).toContain('astro-island');
  });

  test('hashed files are cached forever, pages are always revalidated', async () => {
    const html = await (await ask('/members')).text();
    const script = /component-url="(\/_astro\/[^"]+)"/.exec(html)?.[1] ?? '';
    expect((await ask(script)).headers.get('Cache-Control')).toContain('immutable');
    expect((await ask('/members')).headers.get('Cache-Control')).toBe('no-cache');
  });

  test('SI4 SI5: an unprefixed address follows the language cookie; a prefixed one is never redirected', async () => {
    const moved = await ask('/login?x=1', { Cookie: 'locale=fi' });
    expect([moved.status, moved.headers.get('Location')]).toEqual([302, '/fi/login?x=1']);
    expect((await ask('/login', { Cookie: 'locale=en' })).status).toBe(200);
    expect((await ask('/login', { Cookie: 'locale=../evil' })).status).toBe(200);
    expect((await ask('/sv/login', { Cookie: 'locale=fi' })).status).toBe(200);
  });

  describe('where the domain speaks another language', () => {
    const german = { ...site, siteSettings: { ...site.siteSettings, domain_language: 'de' } };
    const asked = async (path: string, headers: Record<string, string> = {}, isSecure = false) => {
      const request = new Request(`http://${domain}${path}`, { headers });
      const answer = await pages.page(request, german, isSecure);
      return [answer.status, answer.headers.get('Location'), answer.headers.get('Set-Cookie')];
    };
    const cookie = 'locale=en; Path=/; Max-Age=31536000; SameSite=Lax';

    test('SI4 SI5 SI6: a link may choose the default language, which is stored as the menu’s script stores it', async () => {
      expect(await asked('/login?ref=a')).toEqual([302, '/de/login?ref=a', null]);
      expect(await asked('/login?ref=a%26b&locale=en&x=1')).toEqual([302, '/login?ref=a%26b&x=1', cookie]);
      expect(await asked('/?locale=en', { Cookie: 'locale=fi' })).toEqual([302, '/', cookie]);
      expect(await asked('/?locale=en', {}, true)).toEqual([302, '/', `${cookie}; Secure`]);
      expect(await asked('/login?ref=a', { Cookie: 'locale=en' })).toEqual([200, null, null]);
    });

    test('only a link with the default language, at a local address without a language, is a choice', async () => {
      expect(await asked('/login?locale=fi')).toEqual([302, '/de/login?locale=fi', null]);
      expect(await asked('/de/login?locale=en')).toEqual([200, null, null]);
      expect(await asked('/nowhere?locale=en')).toEqual([404, null, null]);
      for (const path of ['//evil.example/?locale=en', '/\\evil.example?locale=en']) {
        const answer = redirectByLanguage(new Request(`http://${domain}${path}`), german, false);
        expect(answer?.headers.get('Location')).toMatch(/^\/de\//);
      }
    });

    test('a prefetched page is no choice', async () => {
      expect(await asked('/login?locale=en', { 'Sec-Purpose': 'prefetch' })).toEqual([503, null, null]);
    });
  });

  test.each([
    '/_headers',
    '/_redirects',
    '/../package.json',
    '/%2e%2e/package.json',
    '/.env',
    '/index.html',
    '/login.html',
    '/login.html.br',
    '/hosting/headers.json',
    '/404',
    '/error',
    '/members/_/x',
    '/%00',
    '/%E0%A4%A',
  ])('an unknown page or file is a 404: %s', async (path) => {
    expect((await ask(path)).status).toBe(404);
  });

  test('SI17: an operator’s own page has its address in every language, and redirects to the reader’s', async () => {
    const copy = mkdtempSync(join(tmpdir(), 'matchloom-own-page-'));
    afterAll(() => rmSync(copy, { recursive: true, force: true }));
    for (const prefix of ['', 'de/']) {
      mkdirSync(join(copy, site.folder, prefix), { recursive: true });
      writeFileSync(join(copy, site.folder, prefix, 'house-rules.html'), `<h1>${prefix}own</h1>`);
    }
    cpSync(join(root, 'dist', 'hosting', site.folder), join(copy, 'hosting', site.folder), { recursive: true });
    const own = openStatic(copy, [site]);
    const askOwn = (path: string, headers: Record<string, string> = {}): Promise<Response> =>
      own.page(new Request(`http://${domain}${path}`, { headers }), site);
    expect(await (await askOwn('/house-rules')).text()).toBe('<h1>own</h1>');
    expect(await (await askOwn('/de/house-rules')).text()).toBe('<h1>de/own</h1>');
    expect((await askOwn('/house-rules', { Cookie: 'locale=de' })).headers.get('Location')).toBe('/de/house-rules');
    for (const path of ['/en/house-rules', '/fi/house-rules', '/house', '/house-rules.html', '/hosting'])
      expect((await askOwn(path)).status, path).not.toBe(200);
  });

  test('the 404 page is in the language of the address and is not cached', async () => {
    const answer = await ask('/de/nirgendwo');
    expect(answer.status).toBe(404);
    expect(answer.headers.get('Cache-Control')).toBe('no-store');
    expect(await answer.text()).toContain(words('de', 'shell', 'not_found_heading'));
    // SG26: a mistyped advertisement's traffic source is kept in the links.
    const html = await (await ask('/landers/tindrswipe?network=n%261&aff_sub=s')).text();
    expect(html).toMatch(/<a[^>]*href="\/\?network=n%261&(#38;)?sub1=s"/);
  });
});

describe('errors', () => {
  test('SH8 SH9: the error page explains the failure and the next step, in the visitor’s language', async () => {
    for (const language of ['en', 'pl']) {
      const request = new Request(`http://${domain}/${language === 'en' ? '' : `${language}/`}members`);
      const answer = await pages.broken(request, site, 500, 'internal');
      const html = await answer.text();
      expect(answer.status).toBe(500);
      expect(html).toContain(words(language, 'shell', 'error_text'));
      expect(html).toContain(words(language, 'errors', 'internal'));
    }
    expect(words('en', 'errors', 'internal')).toBe('An error occurred, please try again later');
    expect(words('en', 'shell', 'error_text')).toBe('An error has occurred');
  });

  test('SH10: any failure while a page is answered yields the error page with status 500, and one line in the log', async () => {
    const copy = mkdtempSync(join(tmpdir(), 'matchloom-serving-'));
    afterAll(() => rmSync(copy, { recursive: true, force: true }));
    cpSync(join(root, 'dist', site.folder), join(copy, 'dist', site.folder), { recursive: true });
    cpSync(join(root, 'dist', 'hosting', site.folder), join(copy, 'dist', 'hosting', site.folder), { recursive: true });
    const lines: string[] = [];
    const log = openLog('info', { write: (line: string) => void lines.push(line) });
    const parts = { sites: [site], config: readConfig({}), log, database: undefined as never };
    const { fallback } = sitePages({ root: copy })(parts);
    for (const ending of ['', '.br', '.gz']) rmSync(join(copy, 'dist', site.folder, `login.html${ending}`));
    const app = new Hono<AppEnv>().all('*', (c: AppContext) => {
      c.set('site', site);
      c.set('requestId', 'r1');
      return fallback?.(c) ?? c.notFound();
    });
    const answer = await app.request(`http://${domain}/login`);
    expect(answer.status).toBe(500);
    expect(await answer.text()).toContain('An error has occurred');
    expect(lines.filter((line) => line.includes('page failed'))).toHaveLength(1);
  });
});

describe('forms', () => {
  const form = {
    site,
    language: 'en',
    path: '/login',
    status: 422,
    code: 'login_failed',
    fields: {},
    values: {},
    encodings: '',
    country: null,
  };

  test('AU17: the page is drawn again with the reason and the typed values, escaped', async () => {
    const answer = await pages.form({ ...form, values: { email: '"><script>alert(1)</script>$&' } });
    const html = (await answer?.text()) ?? '';
    expect(answer?.status).toBe(422);
    expect(html).toContain('Login failed, please try again</p>');
    expect(html).toContain('value="&#34;&#62;&#60;script&#62;alert(1)&#60;/script&#62;$&#38;"');
    expect(html).not.toContain('<script>alert');
  });

  test('AU18 I4: the minutes are filled in', async () => {
    const said = async (code: string) => (await pages.form({ ...form, code, minutes: 15, retryAfter: 900 }))?.text();
    expect(await said('account_blocked')).toContain('Too many incorrect attempts, account blocked for 15 min');
    expect(await said('too_many_requests')).toContain('Please try again in 15 minutes.');
  });

  test('SG32: the signup page is drawn again with each error beside its field and the typed values', async () => {
    const fields = { name: 'name_starts_with_at', date_of_birth: 'too_young' } as const;
    const values = { name: '@anna', birth_month: '2', signup_message: '<b>', country: 'NL', terms: 'yes' };
    const answer = await pages.form({ ...form, path: '/de/signup', language: 'de', code: 'invalid', fields, values });
    const html = (await answer?.text()) ?? '';
    expect(html).toContain(`>${words('de', 'errors', 'field_name_starts_with_at')}</p>`);
    expect(html).toContain(`>${words('de', 'errors', 'field_too_young').replace('{{min_age}}', '18')}</p>`);
    expect(html).toMatch(/<input(?=[^>]*name="name")(?=[^>]*value="@anna")[^>]*aria-invalid="true"/);
    expect(html).toMatch(/<option value="2" selected>/);
    expect(html).toMatch(/<option value="NL" selected>/);
    expect(html).toMatch(/<textarea[^>]*>&#60;b&#62;<\/textarea>/);
    expect(html).toMatch(/<input type="checkbox"[^>]* checked/);
  });

  test('AU26: the page of a mailed link contains its token, even an invalid one, and posts it', async () => {
    const html = await (await ask('/activate/done?token=%22%3E%3Cb%3E')).text();
    expect(html).toMatch(/<input type="hidden" name="token"[^>]*value="&#34;&#62;&#60;b&#62;"/);
    expect(html).toMatch(/<form[^>]*method="post"[^>]*action="\/api\/activate.php"/);
    expect(await (await ask('/activate/done')).text()).toMatch(/<input type="hidden" name="token"[^>]*value(?:="")?>/);
  });

  test('a page drawn again is compressed if supported, and keeps the source', async () => {
    const values = { network: 'n&1' };
    const answer = await pages.form({ ...form, path: '/signup', values, encodings: 'gzip, br' });
    expect(answer?.headers.get('content-encoding')).toBe('br');
    const html = brotliDecompressSync(new Uint8Array((await answer?.arrayBuffer()) ?? new ArrayBuffer())).toString();
    expect(html).toMatch(/<a[^>]*href="\/login\?network=n%261"/);
    expect((await pages.form({ ...form, path: '/signup' }))?.headers.get('content-encoding')).toBeNull();
  });

  test('a form on an unknown page has no page', async () => {
    expect(await pages.form({ ...form, path: '/nowhere' })).toBeNull();
  });
});

test('SH1: the ordinary page has top navigation, a place for warning banners in the members area, and a footer', async () => {
  const html = await (await ask('/members')).text();
  expect(html).toContain('<header class="topbar"');
  expect(html).toContain('<nav class="topnav"');
  expect(html).toMatch(/component-url="[^"]*Shell/);
  expect(html).toContain('<footer class="footer"');
  const login = await (await ask('/login')).text();
  expect(login).toContain('<header class="topbar"');
  expect(login).toContain('<footer class="footer"');
});
