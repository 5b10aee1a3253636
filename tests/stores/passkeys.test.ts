// The store of the passkeys, used as its section uses it, against the real server and a passkey of the tests.
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { $passkeys, createPasskeyAddition, createPasskeyRemoval, createPasskeyRename } from '#stores/passkeys';
import { newPasskey, type PasskeyOptions } from '#tests/support/authenticator';
import type { MadeMember } from '#tests/support/members';
import { siteAt, startTestServer, type TestServer, usualDatabase } from '#tests/support/server';
import { callFromStores } from '#tests/support/store-calls';

vi.mock('#lib/live', () => import('#tests/support/fake-live'));
/** What the device does next: makes a passkey, or nothing. */
const device = vi.hoisted(() => ({ make: (_: unknown): unknown => null }));
vi.mock('#lib/passkeys', () => ({
  canMakePasskeys: () => true,
  makePasskey: (options: unknown) => Promise.resolve(device.make(options)),
}));

let server: TestServer & { close(): Promise<void> };
let me: MadeMember;

beforeAll(async () => {
  server = await startTestServer(await usualDatabase());
  callFromStores(server, () => me.cookie);
  me = await server.member();
});
afterAll(() => server.close());

test('DA-passkey: a passkey is added, renamed and removed, and a dismissed prompt adds none', async () => {
  await $passkeys.reload();
  const named = () => $passkeys.ready()?.passkeys.map(({ name }) => name);
  const addition = createPasskeyAddition();
  await addition.submit({ name: 'Phone', password: me.password });
  expect([addition.get(), named()]).toMatchObject([{ state: 'failed', code: 'passkey_cancelled' }, []]);
  device.make = (options) => newPasskey(`http://${siteAt(0).folder}.localhost`).made(options as PasskeyOptions);
  await addition.submit({ name: 'Phone', password: 'wrong password' });
  expect(addition.get()).toMatchObject({ fields: { password: 'password_old_wrong' } });
  await addition.submit({ name: 'Phone', password: me.password });
  expect([addition.get().state, named()]).toEqual(['done', ['Phone']]);
  const id = $passkeys.ready()?.passkeys[0]?.id ?? '';
  await createPasskeyRename().submit({ id, name: 'Tablet' });
  expect(named()).toEqual(['Tablet']);
  await createPasskeyRemoval().submit({ id, password: me.password });
  expect(named()).toEqual([]);
});
