// Where the answer must not tell whether an address has an account, every address takes the same statements.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { DISCLOSURE } from '#domain/limits';
import { freshDatabase } from '../support/databases.ts';
import { freshIp } from '../support/joining.ts';
import { type App, createApp } from '#server/app';
import { type Recorder, recordStatements } from '../support/plans.ts';
import { siteAt, startTestServer, type TestServer } from '../support/server.ts';

let server: TestServer & { close(): Promise<void> };
let neutral: App;
let recorder: Recorder;
beforeAll(async () => {
  recorder = recordStatements();
  server = await startTestServer(await freshDatabase('postgres'));
  const siteSettings = { ...siteAt(0).siteSettings, account_disclosure: 'neutral' as const };
  neutral = await createApp({ ...server.app.services, sites: [{ ...siteAt(0), siteSettings }] });
});
afterAll(async () => {
  await neutral.close();
  await server.close();
});

/** An address without an account, and one with an account of each status. */
async function addresses(): Promise<Record<string, string>> {
  const made: Record<string, string> = { none: `${crypto.randomUUID()}@example.test` };
  for (const status of ['active', 'not_confirmed', 'pending_deletion', 'suspended'] as const)
    made[status] = (await server.member({ status })).email;
  return made;
}

test.each([
  ['auth.requestLoginMail', '/api/login-mail.php', 'anywhere'],
  ['auth.requestReset', '/api/password-reset.php', 'at the limit of disclosures'],
  ['auth.requestReset', '/api/password-reset.php', 'in a neutral brand'],
] as const)('C2 C3 DB6: %s (%s) does the same work for every address %s', async (_, path, where) => {
  const ip = freshIp();
  const ask = async (email: string): Promise<void> => {
    const app = where === 'in a neutral brand' ? neutral : server.app;
    const answer = await server.callApp(app, path, { json: { email }, ip });
    expect([email, answer.status, answer.body]).toEqual([email, 200, { sent: true }]);
  };
  if (where === 'at the limit of disclosures')
    for (let number = 0; number < DISCLOSURE.addresses; number += 1)
      await server.call(path, { json: { email: `${crypto.randomUUID()}@example.test` }, ip });
  const asked = await addresses();
  const work: Record<string, readonly string[]> = {};
  for (const [status, email] of Object.entries(asked))
    work[status] = await recorder.textsDuring(async () => ask(email));
  expect(work['none']?.length).toBeGreaterThan(0);
  for (const [status, texts] of Object.entries(work)) {
    expect([status, texts]).toEqual([status, work['none']]);
    // A statement that writes where it finds an account costs more there.
    expect(texts.filter((text) => /\bupdate "?account"?\b/.test(text))).toEqual([]);
  }
});
