// The generated files of nginx and Caddy, run as they are: all brands in one web server with TLS.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { hasBrotli, requireProgram } from '#scripts/testing/has-program';
import { loadSites, type Site } from '#site/load';
import { askPlainly } from '../support/ask-plainly.ts';
import { eventually } from '../support/eventually.ts';
import { policyOf, STAFF_HOST } from '../support/web-project.ts';
import { startCaddy, startNginx, type WebServer } from '../support/web-servers.ts';

const sites = loadSites(process.cwd());
const [first, second] = sites as [Site, Site];
const servers = [
  { program: 'nginx', start: startNginx, canBrotli: hasBrotli() },
  { program: 'caddy', start: startCaddy, canBrotli: true },
];
if (!hasBrotli())
  console.warn('nginx has no brotli here, which is not tested then: apt-get install libnginx-mod-http-brotli-static');

for (const { program, start, canBrotli } of servers) {
  requireProgram(program);
  describe(`all brands in one ${program}`, () => {
    let server: WebServer;
    beforeAll(async () => {
      server = await start(sites);
    });
    afterAll(() => server.stop());
    const sentTwice = (raw: readonly string[]): string[] => {
      const names = raw.filter((_, at) => at % 2 === 0).map((name) => name.toLowerCase());
      return names.filter((name, at) => names.indexOf(name) !== at);
    };

    test('each brand has its own pages, with its own policies and the security headers once', async () => {
      for (const site of sites)
        for (const [path, world] of [
          ['/', 'public'],
          ['/nl', 'public'],
          ['/nl/login', 'public'],
          ['/login/', 'public'],
          ['/login.html', 'public'],
          ['/nl/login.html', 'public'],
          ['/members', 'members'],
          ['/members.html', 'members'],
          ['/nl/members.html', 'members'],
          ['/nl/members/', 'members'],
          ['/nl/members/0f8c2b1e', 'members'],
        ] as const) {
          const { status, headers, raw, body } = await server.ask(site.siteSettings.domain, path);
          expect([status, body.includes(site.name)], `${site.folder} ${path}`).toEqual([200, true]);
          expect(headers['content-security-policy']).toBe(policyOf(site, world));
          expect(headers['strict-transport-security']).toBe('max-age=63072000');
          expect([headers['x-content-type-options'], headers['x-frame-options']]).toEqual(['nosniff', 'DENY']);
          expect([headers['content-type'], headers['cache-control']]).toEqual(['text/html; charset=utf-8', 'no-cache']);
          expect(sentTwice(raw)).toEqual([]);
        }
    });

    test('files have their type, charset and caching, compressed as asked, without a policy', async () => {
      const ask = (path: string) => server.ask(first.siteSettings.domain, path, { 'accept-encoding': 'gzip' });
      const script = (await ask('/_astro/a.js')).headers;
      expect([script['content-encoding'], script.vary]).toEqual(['gzip', 'Accept-Encoding']);
      expect(script['cache-control']).toBe('public, max-age=31536000, immutable');
      expect(script['content-type']).toMatch(/^(text|application)\/javascript; charset=utf-8$/);
      expect((await ask('/manifest.webmanifest')).headers['content-type']).toMatch(/^application\/manifest\+json/);
      expect((await ask('/film/a.vtt')).headers['content-type']).toBe('text/vtt; charset=utf-8');
      const picture = (await ask('/picture.webp')).headers;
      expect([picture['content-type'], picture['content-security-policy']]).toEqual(['image/webp', undefined]);
    });

    if (canBrotli)
      test('pages and files are sent with the compression of the export that the browser likes best', async () => {
        const { domain } = first.siteSettings;
        for (const path of ['/', '/nl/login', '/_astro/a.js', '/manifest.webmanifest'])
          for (const [accepted, sent] of [
            ['gzip, deflate, br, zstd', 'br'],
            ['gzip', 'gzip'],
            ['identity', undefined],
          ] as const) {
            const { headers, raw } = await server.ask(domain, path, { 'accept-encoding': accepted });
            expect(sentTwice(raw), `${path} ${accepted}`).toEqual([]);
            expect([headers['content-encoding'], headers.vary], `${path} ${accepted}`).toEqual([
              sent,
              'Accept-Encoding',
            ]);
          }
      });

    test('a client’s forwarding and country headers do not reach the backend, whose own headers are sent once', async () => {
      const { domain } = first.siteSettings;
      const { body, headers, raw } = await server.ask(domain, '/api/site.php', {
        'x-forwarded-host': second.siteSettings.domain,
        'x-forwarded-for': '203.0.113.9',
        'x-forwarded-proto': 'http',
        'x-country-code': 'US',
        forwarded: 'for=203.0.113.9',
      });
      const got = JSON.parse(body) as Record<string, string | undefined>;
      expect([got['host'], got['x-forwarded-host']]).toEqual([domain, domain]);
      expect([got['x-forwarded-for'], got['x-forwarded-proto']]).toEqual(['127.0.0.1', 'https']);
      expect([got['x-country-code'], got['forwarded']]).toEqual([undefined, undefined]);
      expect([headers['cache-control'], sentTwice(raw)]).toEqual(['no-store', []]);
    });

    test('DE11: the console’s own host passes everything to the backend, which no client’s header misleads', async () => {
      for (const path of ['/', '/operator/', '/operator/api/me', '/operator/assets/console.js']) {
        const { status, body, raw } = await server.ask(STAFF_HOST, path, { 'x-forwarded-for': '203.0.113.9' });
        const got = JSON.parse(body) as Record<string, string | undefined>;
        expect([status, got['x-forwarded-host'], got['x-forwarded-for']]).toEqual([200, STAFF_HOST, '127.0.0.1']);
        expect([got['x-forwarded-proto'], sentTwice(raw)]).toEqual(['https', []]);
      }
      expect((await server.ask(first.siteSettings.domain, '/operator/')).status).toBe(404);
      expect(await toldPlainly(server, STAFF_HOST)).toMatch(/^30[18] https:\/\/staff\./);
    });

    test('HTTP and www lead to the one address, which asks for HTTPS', async () => {
      const { domain } = first.siteSettings;
      const answer = await server.ask(`www.${domain}`, '/nl/login?ref=a');
      expect([answer.status, answer.headers.location]).toEqual([301, `https://${domain}/nl/login?ref=a`]);
      expect(answer.headers['strict-transport-security']).toBe('max-age=63072000');
      expect(await toldPlainly(server, domain)).toMatch(/^30[18] https:\/\/[^/]+\/login$/);
    });

    test('AC3: the address that password managers know leads to the change of the password', async () => {
      const { status, headers } = await server.ask(first.siteSettings.domain, '/.well-known/change-password');
      expect([status, headers.location?.replace(/^https:\/\/[^/]+/, '')]).toEqual([303, '/settings#password']);
    });

    test('an unknown host gets no brand’s pages', async () => {
      await expect(server.ask('other.example', '/')).rejects.toThrow();
      expect(await toldPlainly(server, 'other.example')).toBe('421 null');
    });

    test('a page beside id pages is itself, in every language', async () => {
      for (const path of ['/credits/repeat-order', '/nl/credits/repeat-order', '/nl/credits/35', '/nl/credits/35/visa'])
        expect((await server.ask(first.siteSettings.domain, path)).body).toMatch(
          path.endsWith('repeat-order') ? /credits-repeat-order$/ : /credits-id-paymentmethod$/,
        );
    });

    test('an unknown address has the 404 page of its language', async () => {
      const answer = await server.ask(first.siteSettings.domain, '/nl/nowhere');
      expect([answer.status, answer.body.endsWith('404')]).toEqual([404, true]);
    });

    test('two backends restarted in turn lose no call', async () => {
      const { domain } = first.siteSettings;
      const statuses: number[] = [];
      let isOver = false;
      const callers = Array.from({ length: 4 }, async () => {
        while (!isOver) statuses.push((await server.ask(domain, '/api/site.php')).status);
      });
      const someMore = (): Promise<void> => {
        const before = statuses.length;
        return eventually(() => expect(statuses.length).toBeGreaterThan(before + 20));
      };
      for (const at of [0, 1] as const) {
        await server.backend(at, 'down');
        await someMore();
        await server.backend(at, 'up');
        await someMore();
      }
      isOver = true;
      await Promise.all(callers);
      expect(statuses.filter((status) => status !== 200)).toEqual([]);
    });

    test('no log has a mailed token, a member’s page or the address of a visitor', async () => {
      const { domain } = first.siteSettings;
      const { http } = server.ports;
      for (const path of ['/reset-password/do?token=Zk3vPq81', '/members/0f8c2b1e', '/api/profile.php?id=0f8c2b1e'])
        for (const host of [domain, `www.${domain}`, STAFF_HOST]) {
          await server.ask(host, path);
          await askPlainly(http, host, path);
        }
      if (program === 'caddy') expect(server.logged()).not.toMatch(/Zk3vPq81|0f8c2b1e/);
      else {
        // What is asked later is logged later, and a host of no brand is.
        await askPlainly(http, 'other.example', '/last');
        await eventually(() => expect(server.logged()).toMatch(/"GET \/last /));
        const lines = server.logged().trim().split('\n');
        expect(lines.filter((line) => !line.includes(' HTTP/1.1" 421 '))).toEqual([]);
      }
    });

    test('without a backend, calls get the error page', async () => {
      await Promise.all([server.backend(0, 'down'), server.backend(1, 'down')]);
      const answer = await server.ask(first.siteSettings.domain, '/api/site.php');
      expect([answer.status, answer.body]).toEqual([502, expect.stringMatching(/error$/)]);
      await Promise.all([server.backend(0, 'up'), server.backend(1, 'up')]);
    });
  });
}

/** Status and target of an answer over plain HTTP. */
async function toldPlainly({ ports }: WebServer, host: string): Promise<string> {
  const { status, location } = await askPlainly(ports.http, host);
  return `${status} ${location}`;
}
