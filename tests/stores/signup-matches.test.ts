// The store of /signup-matches, used as its screen uses it, against the real server.
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { cardOf } from '#stores/member';
import { $signupMatches, openSignupMatches } from '#stores/signup-matches';
import type { MadeMember } from '#tests/support/members';
import { startTestServer, type TestServer, usualDatabase } from '#tests/support/server';
import { callFromStores } from '#tests/support/store-calls';

vi.mock('#lib/paths', () => ({ linkTo: (name: string) => `/${name}`, navigateTo: () => undefined }));

let server: TestServer & { close(): Promise<void> };
let me: MadeMember;
let traffic: ReturnType<typeof callFromStores>;
beforeAll(async () => {
  server = await startTestServer(await usualDatabase());
  me = await server.member({ status: 'not_confirmed', region: 'NL-UT' });
  traffic = callFromStores(server, () => me.cookie);
});
afterAll(async () => {
  traffic.stop();
  await server.close();
});

test('SG5: a new member sees who fits; a failure can be retried, and profiles open from the card', async () => {
  const other = await server.member({ gender: 'male', region: 'NL-UT' });
  const through = globalThis.fetch;
  globalThis.fetch = () => Promise.resolve(Response.json({ error: { code: 'malformed' } }, { status: 400 }));
  await openSignupMatches();
  expect($signupMatches.get()).toEqual({ state: 'failed', code: 'malformed' });
  globalThis.fetch = through;
  await openSignupMatches();
  expect($signupMatches.get()).toMatchObject({ state: 'ready', profiles: [{ id: other.id, reasons: ['place'] }] });
  expect(cardOf(other.id)?.name).toBe(other.name);
});
