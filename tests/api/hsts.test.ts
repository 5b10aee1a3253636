// Strict-Transport-Security: sent over HTTPS only, because browsers ignore it over HTTP.
import { expect, onTestFinished, test } from 'vitest';
import { startTestServer, usualDatabase } from '../support/server.ts';

test('D: pages carry Strict-Transport-Security over HTTPS, and only there', async () => {
  const fallback = () => new Response('a page');
  const server = await startTestServer(await usualDatabase(), { fallback }, { TRUST_PROXY: '1' });
  onTestFinished(() => server.close());
  const over = async (proto: string): Promise<string | null> =>
    (await server.call('/', { headers: { 'x-forwarded-proto': proto } })).headers.get('strict-transport-security');
  expect(await over('https')).toBe('max-age=63072000');
  expect(await over('http')).toBeNull();
});
