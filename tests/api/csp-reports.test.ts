// Reports of policy violations come from any browser, so the log takes few and short ones.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { sites, startTestServer, usualDatabase } from '../support/server.ts';

let server: Awaited<ReturnType<typeof startTestServer>>;
beforeAll(async () => {
  server = await startTestServer(await usualDatabase(), {}, { RATE_LIMITS: '1' });
  server.holdClock();
});
afterAll(() => server.close());

const reportOf = (blocked: unknown, directive: unknown = 'img-src') => ({
  type: 'csp-violation',
  body: { effectiveDirective: directive, blockedURL: blocked },
});
const linesOf = (): Record<string, unknown>[] =>
  server.logged
    .filter((line) => line.includes('csp report'))
    .map((line) => JSON.parse(line) as Record<string, unknown>);
async function linesFor(json: unknown, ip: string, site = sites[0]): Promise<Record<string, unknown>[]> {
  const before = linesOf().length;
  const { status } = await server.call('/api/csp-report.php', { json, ip, ...(site ? { site } : {}) });
  expect([204, 429]).toContain(status);
  return linesOf().slice(before);
}

test('F3: one call writes few lines, one for each distinct report', async () => {
  const hosts = Array.from({ length: 20 }, (_, at) => reportOf(`https://host-${at}.test/x`));
  expect(await linesFor(hosts, '192.0.2.1')).toHaveLength(5);
  const same = Array.from({ length: 20 }, () => reportOf('https://same.test/x'));
  expect(await linesFor(same, '192.0.2.2')).toHaveLength(1);
});

test('F3: a line is short and contains nothing the sender chose freely', async () => {
  const [long] = await linesFor(reportOf(`https://${'a'.repeat(2000)}.test/`), '192.0.2.3');
  expect(String(long?.['blocked']).length).toBeLessThanOrEqual(100);
  const hostile = [{ toString: 1 }, ['x'], 7, null].map((blocked) => reportOf(blocked, { valueOf: 1 }));
  expect(await linesFor(hostile, '192.0.2.4')).toMatchObject([{ directive: 'unknown', blocked: 'unknown' }]);
});

test('F3: an address writes few lines a minute, over all brands and calls', async () => {
  let lines = 0;
  for (const site of sites)
    for (let call = 0; call < 30; call++)
      lines += (
        await linesFor(
          Array.from({ length: 5 }, (_, at) => reportOf(`https://${call}-${at}.test`)),
          '192.0.2.5',
          site,
        )
      ).length;
  expect(lines).toBe(30);
  expect(await linesFor(reportOf('https://other.test'), '192.0.2.6')).toHaveLength(1);
});

test('F3: many addresses together stay within the limit of a site', async () => {
  server.advance(60);
  let lines = 0;
  for (let at = 0; at < 200; at++)
    lines += (
      await linesFor(
        Array.from({ length: 5 }, (_, of) => reportOf(`https://${at}-${of}.test`)),
        `198.51.100.${at}`,
      )
    ).length;
  expect(lines).toBe(600);
});
