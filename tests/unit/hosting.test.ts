// The configuration for other servers beside an export: written where it differs, and nothing else.
import {
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { beginExport } from '#scripts/build/export';
import { writeHosting } from '#scripts/build/hosting';
import { routeOf } from '#domain/routes';
import { loadSites } from '#site/load';

let root = '';
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'hosting-'));
});
afterEach(() => rmSync(root, { recursive: true }));

const readText = (...parts: string[]): string => readFileSync(join(root, 'dist', ...parts), 'utf8');

test('SH10: an unknown address is answered in its own language by every kind of host', () => {
  const [site] = loadSites(process.cwd());
  if (!site) throw new Error('There is no niche.');
  const out = beginExport(join(root, 'dist', site.folder));
  writeHosting(root, out, site, [], { public: "default-src 'none'", members: "default-src 'self'", pages: {} });
  const nginx = readText('hosting', site.folder, 'nginx.conf');
  const rules = [...nginx.matchAll(/^ {2}~(\S+) (\/\w+);$/gm)];
  const language = (address: string): string | undefined =>
    rules.find(([, pattern = '']) => new RegExp(pattern).test(address))?.[2];
  expect(['/nl/nowhere', '/pl', '/de?x=1', '/nowhere/nl', '/nlx'].map(language)).toEqual([
    '/nl',
    '/pl',
    '/de',
    undefined,
    undefined,
  ]);
  expect(nginx).toContain(`error_page 404 $${site.folder}_page_language/404.html;`);
  const named = /path_regexp named (\S+)/.exec(readText('hosting', site.folder, 'Caddyfile'))?.[1] ?? '';
  expect(new RegExp(named).exec('/nl/nowhere')?.[1]).toBe('/nl');
  expect(new RegExp(named).test('/nlx')).toBe(false);
  const short = readText(site.folder, '_redirects').trim().split('\n');
  expect(short).toContain('/.well-known/change-password /settings#password 303');
  // Cloudflare takes no other status, and finds the 404 page of an address by itself.
  expect(short.filter((rule) => !/ (200|303)$/.test(rule))).toEqual([]);
  const netlify = readText('hosting', site.folder, 'netlify.toml');
  expect(netlify).toContain('from = "/nl/*"\n  to = "/nl/404.html"\n  status = 404\n');
});

const LONG_AGO = new Date(1_000_000_000_000);

test('equal files stay untouched, different ones are replaced, and nothing else is left', () => {
  const [site] = loadSites(process.cwd());
  if (!site) throw new Error('There is no niche.');
  const beside = (name: string): string => join(root, 'dist', 'hosting', site.folder, name);
  const names = ['Caddyfile', 'api.conf', 'headers.json', 'netlify.toml', 'nginx.conf'];
  const untouched = (): string[] => names.filter((name) => statSync(beside(name)).mtimeMs === LONG_AGO.getTime());
  const make = (policy: string): void => {
    const out = beginExport(join(root, 'dist', site.folder));
    writeHosting(root, out, site, [], { public: policy, members: "default-src 'self'", pages: {} });
  };
  make("default-src 'none'");
  expect(readdirSync(beside('')).sort()).toEqual([...names, 'functions'].sort());
  for (const name of names) utimesSync(beside(name), LONG_AGO, LONG_AGO);
  writeFileSync(beside('apache.conf'), 'of an older version');
  make("default-src 'none'");
  expect([untouched(), existsSync(beside('apache.conf'))]).toEqual([names, false]);
  make("default-src 'self'");
  // Without a policy.
  expect(untouched()).toEqual(['api.conf', 'netlify.toml']);
});

test('CH37 DE91: only pages of the members area may ask for the microphone, at every kind of host', () => {
  const [site] = loadSites(process.cwd());
  if (!site) throw new Error('There is no niche.');
  const needs = { scripts: [], styles: [], film: false };
  const page = (name: 'chats' | 'login') => ({ route: routeOf(name), language: 'en', file: `${name}.html`, needs });
  const out = beginExport(join(root, 'dist', site.folder));
  const policies = { public: "default-src 'none'", members: "default-src 'self'", pages: {} };
  writeHosting(root, out, site, [page('chats'), page('login')], policies);
  const nginx = readText('hosting', site.folder, 'nginx.conf');
  const [, byPage = ''] = /_page_permissions \{\n([^}]*)\}/.exec(nginx) ?? [];
  expect(byPage).toMatch(/default ".*microphone=\(\).*"/);
  expect(byPage).toMatch(/~\S*chats\S* ".*microphone=\(self\).*"/);
  expect(nginx).toMatch(/add_header Permissions-Policy \S*_page_permissions/);
  const caddy = readText('hosting', site.folder, 'Caddyfile');
  expect(caddy).toMatch(/header @members \{[^}]*microphone=\(self\)/);
  expect(caddy).toMatch(/header @public \{[^}]*microphone=\(\)/);
  const plain = readText(site.folder, '_headers');
  expect(plain).toMatch(/^\/chats\*\n.*\n.*microphone=\(self\)/m);
  expect(plain).toMatch(/^\/login\*?\n.*\n.*microphone=\(\)/m);
  expect(JSON.parse(readText('hosting', site.folder, 'headers.json'))).toMatchObject({
    permissions: { members: expect.stringContaining('microphone=(self)') as unknown },
  });
});

test('generated proxies overwrite or remove every forwarded header that a client may have sent', () => {
  const [site] = loadSites(process.cwd());
  if (!site) throw new Error('There is no niche.');
  const out = beginExport(join(root, 'dist', site.folder));
  writeHosting(root, out, site, [], { public: "default-src 'none'", members: "default-src 'self'", pages: {} });
  const nginx = readText('hosting', site.folder, 'nginx.conf');
  for (const [name, value] of [
    ['Host', '$host'],
    ['X-Forwarded-Host', '$host'],
    ['X-Forwarded-For', '$remote_addr'],
    ['X-Forwarded-Proto', '$scheme'],
    ['Forwarded', '""'],
    ['X-Country-Code', '""'],
  ])
    expect(nginx).toContain(`proxy_set_header ${name} ${value};`);
  const caddy = readText('hosting', site.folder, 'Caddyfile');
  const backends = caddy.split('reverse_proxy ').slice(1);
  expect(backends).toHaveLength(1);
  for (const line of [
    'header_up X-Forwarded-Host {host}',
    'header_up X-Forwarded-For {remote_host}',
    'header_up X-Forwarded-Proto {scheme}',
    'header_up -Forwarded',
    'header_up -X-Country-Code',
  ])
    expect(backends[0]).toContain(line);
});

test('every kind of host sends Strict-Transport-Security over HTTPS', () => {
  const [site] = loadSites(process.cwd());
  if (!site) throw new Error('There is no niche.');
  const out = beginExport(join(root, 'dist', site.folder));
  writeHosting(root, out, site, [], { public: "default-src 'none'", members: "default-src 'self'", pages: {} });
  const nginx = readText('hosting', site.folder, 'nginx.conf');
  // Every server with pages speaks HTTPS only.
  expect(nginx.match(/add_header Strict-Transport-Security "max-age=63072000" always;/g)).toHaveLength(2);
  // Caddy serves a named site over HTTPS only; so do static hosts.
  expect(readText('hosting', site.folder, 'Caddyfile')).toContain('    Strict-Transport-Security "max-age=63072000"\n');
  expect(readText(site.folder, '_headers')).toContain('  Strict-Transport-Security: max-age=63072000\n');
});
