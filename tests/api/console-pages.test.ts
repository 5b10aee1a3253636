// The pages of the console: where they answer, with which headers, and that nothing else of a host changes.
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createApp } from '#server/app';
import { readConfig } from '#server/config/index';
import { openConsole } from '#server/staff/console-pages';
import { siteAt, sites, startTestServer, type TestServer, usualDatabase } from '../support/server.ts';

const dist = mkdtempSync(join(tmpdir(), 'matchloom-console-'));
let server: TestServer & { close(): Promise<void> };
beforeAll(async () => {
  mkdirSync(join(dist, 'console', 'assets'), { recursive: true });
  writeFileSync(join(dist, 'console', 'index.html'), '<title>Console</title>');
  writeFileSync(join(dist, 'console', 'assets', 'console-1.js'), 'export {}');
  server = await startTestServer(await usualDatabase());
});
afterAll(async () => {
  await server.close();
  rmSync(dist, { recursive: true, force: true });
});

const HOST = 'staff.matchloom.example';

async function appWith(env: Record<string, string>) {
  const config = { ...server.config, ...readConfig({ NODE_ENV: 'test', RATE_LIMITS: '0', ...env }) };
  const consolePages = openConsole(dist, config);
  const fallback = (): Response => new Response('a page of the brand');
  const app = await createApp({ ...server.app.services, sites, config, consolePages, fallback });
  return (path: string, host: string, options = {}) => server.callApp(app, path, { host, ...options });
}

test('DE11: every address of the console is its one page, whose policy allows nothing from elsewhere', async () => {
  const ask = await appWith({ STAFF_HOST: HOST });
  for (const path of [
    '/operator/',
    '/operator/inbox',
    `/operator/members/${sites[0]?.folder}/1`,
    '/operator/invitation',
  ]) {
    const { status, text, headers } = await ask(path, HOST);
    expect([status, text], path).toEqual([200, '<title>Console</title>']);
    expect(headers.get('content-security-policy')).toMatch(/^default-src 'none'; script-src 'self'; style-src 'self';/);
    expect(headers.get('content-security-policy')).toContain("frame-ancestors 'none'");
    expect([headers.get('referrer-policy'), headers.get('cache-control')]).toEqual(['no-referrer', 'no-cache']);
  }
  const script = await ask('/operator/assets/console-1.js', HOST);
  expect([script.status, script.headers.get('cache-control')]).toEqual([200, 'public, max-age=31536000, immutable']);
  expect((await ask('/operator/assets/..%2Findex.html', HOST)).status).toBe(404);
  expect((await ask('/operator/assets/unknown.js', HOST)).status).toBe(404);
  expect((await ask('/operator/inbox', HOST, { method: 'POST', json: {} })).status).toBe(405);
  for (const path of ['/', '/operator']) {
    const { status, headers } = await ask(path, HOST);
    expect([status, headers.get('location')]).toEqual([302, '/operator/']);
  }
});

test('DE11: with a host of its own no brand’s host has the console, and the console’s host has no brand', async () => {
  const ask = await appWith({ STAFF_HOST: HOST });
  const brand = `${siteAt(0).folder}.localhost`;
  expect((await ask('/operator/', brand)).text).toBe('a page of the brand');
  expect((await ask('/', brand)).text).toBe('a page of the brand');
  expect((await ask('/members', HOST)).status).toBe(421);
  const anywhere = await appWith({});
  expect((await anywhere('/operator/', brand)).text).toBe('<title>Console</title>');
  expect((await anywhere('/', brand)).text).toBe('a page of the brand');
});

test('DE11: an address that may not reach the console gets none of its pages either', async () => {
  const ask = await appWith({ STAFF_HOST: HOST, STAFF_ADDRESSES: '198.51.100.0/24' });
  for (const path of ['/', '/operator/', '/operator/assets/console-1.js'])
    expect((await ask(path, HOST, { ip: '192.0.2.1' })).status, path).toBe(421);
  expect((await ask('/operator/', HOST, { ip: '198.51.100.7' })).status).toBe(200);
});
