// Forwarded headers behind a proxy: they decide the host only when a setting says so.
import { afterAll, expect, test } from 'vitest';
import { sitePages } from '#server/static/site-pages';
import { clientIp } from '#server/http/client-address';
import { readConfig } from '#server/config/index';
import { openLog } from '#server/log';
import { siteAt, sites, startTestServer, type TestServer, usualDatabase } from '../support/server.ts';

const running: { close(): Promise<void> }[] = [];
afterAll(async () => void (await Promise.all(running.map((each) => each.close()))));

async function behindProxy(env: Record<string, string>): Promise<TestServer> {
  const server = await startTestServer(await usualDatabase(), {}, { TRUST_PROXY: '1', ...env });
  running.push(server);
  return server;
}
const other = siteAt(1).siteSettings.domain;
const nicheOf = ({ body }: Awaited<ReturnType<TestServer['call']>>): unknown =>
  (body['settings'] as { niche: number } | undefined)?.niche;

test('C11: behind a proxy a client still cannot choose the brand: the Host header decides', async () => {
  const server = await behindProxy({});
  for (const headers of [{ 'x-forwarded-host': other }, { forwarded: `host=${other}` }, { 'x-host': other }])
    expect(nicheOf(await server.call('/api/settings.php', { headers }))).toBe(siteAt(0).id);
});

test('C11: with TRUST_FORWARDED_HOST the forwarded host decides, if there is exactly one and the server knows it', async () => {
  const server = await behindProxy({ TRUST_FORWARDED_HOST: '1' });
  const ask = (host: string) => server.call('/api/settings.php', { headers: { 'x-forwarded-host': host } });
  expect(nicheOf(await ask(other))).toBe(siteAt(1).id);
  expect(nicheOf(await server.call('/api/settings.php'))).toBe(siteAt(0).id);
  for (const host of ['evil.test', `evil.test, ${other}`, `${other}, evil.test`, ''])
    expect([host, (await ask(host)).status]).toEqual([host, 421]);
});

test('C11: answers for a forwarded host carry it in Vary', async () => {
  for (const [setting, vary] of [
    ['0', 'Accept-Encoding'],
    ['1', 'Accept-Encoding, X-Forwarded-Host'],
  ] as const) {
    const database = { kind: 'memory' } as const;
    const env = { TRUST_PROXY: '1', TRUST_FORWARDED_HOST: setting };
    const config = { ...readConfig({ NODE_ENV: 'test', ...env }), database };
    const pages = sitePages({ root: process.cwd() });
    const parts = { sites, config, log: openLog('silent') };
    const server = await startTestServer(database, pages({ ...parts, database: null as never }), env);
    running.push(server);
    const { status, headers } = await server.call('/robots.txt');
    expect([status, headers.get('cache-control'), headers.get('vary')]).toEqual([200, 'public, max-age=86400', vary]);
  }
});

test('C11: the scheme is the one written by the outermost trusted proxy', async () => {
  const server = await behindProxy({});
  const cookiesFor = async (scheme: string) => {
    const member = await server.member();
    const headers = { 'x-forwarded-proto': scheme, 'sec-fetch-site': 'same-origin' };
    return (await server.call('/api/logout.php', { as: member, headers })).cookies.join('\n');
  };
  expect(await cookiesFor('https')).toContain('; Secure');
  expect(await cookiesFor('https, http')).not.toContain('; Secure');
});

test('config: TRUST_FORWARDED_HOST without a proxy is refused', () => {
  expect(() => readConfig({ TRUST_FORWARDED_HOST: '1' })).toThrow(/TRUST_FORWARDED_HOST.*TRUST_PROXY/);
  expect(readConfig({ TRUST_FORWARDED_HOST: '1', TRUST_PROXY: '1' }).trustForwardedHost).toBe(true);
});

test('I4: a forwarded address counts without its port, and only if it is valid', () => {
  const socket = { remoteAddress: '10.0.0.1' };
  const ip = (forwarded: string, trusted = 1): string => clientIp(socket, forwarded, trusted);
  expect(
    ['192.0.2.7', '192.0.2.7:4711', '[2001:db8::7]:4711', '[2001:db8::7]', '2001:db8::7'].map((each) => ip(each)),
  ).toEqual(['192.0.2.7', '192.0.2.7', '2001:db8::7', '2001:db8::7', '2001:db8::7']);
  for (const each of ['', 'unknown', '_hidden', 'x'.repeat(16_000), '999.1.1.1', '192.0.2.7:x'])
    expect(ip(each)).toBe('10.0.0.1');
  expect(ip('203.0.113.9, 192.0.2.7')).toBe('192.0.2.7');
  expect(ip('203.0.113.9, 192.0.2.7', 2)).toBe('203.0.113.9');
  expect(ip('203.0.113.9', 0)).toBe('10.0.0.1');
});
