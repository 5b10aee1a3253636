// How a CDN reaches the backend: the generated function of Cloudflare Pages, and nginx, which lets only CDNs in.
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import { requireProgram } from '#scripts/testing/has-program';
import { loadSites, type Site } from '#site/load';
import { askPlainly } from '../support/ask-plainly.ts';
import { fitNginx } from '../support/nginx-files.ts';
import { STAFF_HOST } from '../support/web-project.ts';
import { editNginx, startNginx, type WebServer } from '../support/web-servers.ts';

const [site] = loadSites(process.cwd()) as [Site];
const { domain } = site.siteSettings;
const KEY = '0123456789abcdef0123456789abcdef';
requireProgram('nginx');

describe('a backend behind a CDN', () => {
  let server: WebServer;
  beforeAll(async () => {
    server = await startNginx([site], {
      prepare: (made) => {
        editNginx(made);
        const hosting = join(made.folder, 'dist', 'hosting');
        const keys = join(made.folder, 'keys');
        writeFileSync(keys, `"${KEY}" 1;\n`);
        const file = readFileSync(join(hosting, site.folder, 'api.conf'), 'utf8');
        writeFileSync(
          join(made.folder, 'api.conf'),
          fitNginx(made, file.replace('/etc/nginx/matchloom-cdn-keys', keys)),
        );
        const shared = join(hosting, 'nginx.conf');
        writeFileSync(shared, `${readFileSync(shared, 'utf8')}include ${join(made.folder, 'api.conf')};\n`);
      },
    });
  });
  afterAll(() => server.stop());
  afterEach(() => void vi.unstubAllGlobals());

  const askBackend = async (path: string, headers: Record<string, string>) => {
    const { status, body } = await server.ask(`api.${domain}`, path, headers);
    return { status, got: status === 200 ? (JSON.parse(body) as Record<string, string | undefined>) : {} };
  };

  test('no other than a CDN gets in, and that gets nothing but calls and photos', async () => {
    const statusOf = async (path: string, headers: Record<string, string>): Promise<number> =>
      (await askBackend(path, headers)).status;
    expect(await statusOf('/api/site.php', {})).toBe(403);
    expect(await statusOf('/api/site.php', { 'x-cdn-key': 'CDN_KEY' })).toBe(403);
    expect(await statusOf('/login', { 'x-cdn-key': KEY })).toBe(404);
    expect(await statusOf('/media/photos/a.webp', { 'x-cdn-key': KEY })).toBe(200);
  });

  test('certbot’s proof is found on port 80 under every name that has or will have a certificate, and nothing else', async () => {
    const path = '/.well-known/acme-challenge/token';
    const proofs = join(server.folder, 'challenges', dirname(path));
    mkdirSync(proofs, { recursive: true });
    writeFileSync(join(proofs, 'token'), 'proof');
    for (const host of [domain, `www.${domain}`, `api.${domain}`, STAFF_HOST, 'new.example'])
      expect([host, await askPlainly(server.ports.http, host, path)]).toEqual([
        host,
        { status: 200, location: null, body: 'proof' },
      ]);
    for (const host of [`api.${domain}`, 'new.example'])
      expect((await askPlainly(server.ports.http, host)).status).toBe(421);
  });

  test('the backend learns the brand, the visitor’s address and country, and never the key', async () => {
    const { got } = await askBackend('/api/site.php', {
      ...{ 'x-cdn-key': KEY, 'x-nf-client-connection-ip': '203.0.113.9', 'x-country-code': 'NL' },
      ...{ 'x-forwarded-for': '198.51.100.1', 'x-forwarded-host': 'other.example', forwarded: 'for=198.51.100.1' },
    });
    expect([got['host'], got['x-forwarded-host'], got['x-forwarded-proto']]).toEqual([domain, domain, 'https']);
    expect([got['x-forwarded-for'], got['x-country-code']]).toEqual(['203.0.113.9', 'NL']);
    expect([got['forwarded'], got['x-cdn-key']]).toEqual([undefined, undefined]);
    const unnamed = await askBackend('/api/site.php', { 'x-cdn-key': KEY });
    expect(unnamed.got['x-forwarded-for']).toBe('127.0.0.1');
  });

  test.each(['api', 'media'])('the function of Cloudflare Pages for /%s passes a call on as it came', async (part) => {
    const file = join(server.folder, 'dist', 'hosting', site.folder, 'functions', part, '[[path]].js');
    const source = `data:text/javascript,${encodeURIComponent(readFileSync(file, 'utf8'))}`;
    const { onRequest } = (await import(/* @vite-ignore */ source)) as {
      onRequest(context: { request: Request; env: { CDN_KEY: string } }): Promise<Response>;
    };
    const sent: Request[] = [];
    vi.stubGlobal('fetch', (request: Request) => {
      sent.push(request);
      return Promise.resolve(new Response('back'));
    });
    const request = new Request(`https://${domain}/${part}/message.php?to=1`, {
      ...{ method: 'POST', body: '{"text":"Hello"}' },
      headers: {
        ...{ cookie: 'session=1', origin: `https://${domain}`, 'sec-fetch-site': 'same-origin' },
        ...{ 'cf-connecting-ip': '203.0.113.9', 'x-nf-client-connection-ip': '198.51.100.1', 'x-country-code': 'US' },
      },
    });
    Object.assign(request, { cf: { country: 'NL' } });
    expect(await (await onRequest({ request, env: { CDN_KEY: KEY } })).text()).toBe('back');
    const [passedOn] = sent as [Request];
    expect([passedOn.method, passedOn.url]).toEqual(['POST', `https://api.${domain}/${part}/message.php?to=1`]);
    // A native form's redirect is for the browser.
    expect([passedOn.redirect, await passedOn.text()]).toEqual(['manual', '{"text":"Hello"}']);
    const { got } = await askBackend('/api/message.php', Object.fromEntries(passedOn.headers));
    expect([got['cookie'], got['origin'], got['sec-fetch-site']]).toEqual([
      'session=1',
      `https://${domain}`,
      'same-origin',
    ]);
    expect([got['host'], got['x-forwarded-for'], got['x-country-code']]).toEqual([domain, '203.0.113.9', 'NL']);
  });
});
