// The first message after joining, written as its step writes it, against the real server.
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { $firstMessage } from '#stores/first-message';
import { $draft, openOutbox, updateDraft } from '#stores/outbox';
import { clearPrivateData } from '#stores/private-data';
import { $user, loadUser } from '#stores/session';
import { $signupMember } from '#stores/signup';
import { device } from '#tests/support/fake-storage';
import { joinNew } from '#tests/support/joining';
import type { MadeMember } from '#tests/support/members';
import { startTestServer, type TestServer, usualDatabase } from '#tests/support/server';
import { callFromStores } from '#tests/support/store-calls';

vi.mock('#lib/storage', () => import('#tests/support/fake-storage'));
vi.mock('#lib/live', () => import('#tests/support/fake-live'));
vi.mock('#lib/paths', () => ({ linkTo: (name: string) => `/${name}`, navigateTo: () => undefined }));
vi.mock('#lib/i18n', () => ({ currentLanguage: () => 'en' }));
vi.mock('#domain/limits', async (original) => ({
  ...(await original<object>()),
  RETRY: { times: 1, baseMs: 1, capMs: 1 },
}));

let server: TestServer & { close(): Promise<void> };
let traffic: ReturnType<typeof callFromStores>;
let cookie = '';
let token = '';
let other: MadeMember;

beforeAll(async () => {
  server = await startTestServer(await usualDatabase());
  traffic = callFromStores(server, () => cookie);
});
afterAll(async () => {
  while (traffic.running.size > 0) await Promise.allSettled(traffic.running);
  traffic.stop();
  await server.close();
});
beforeEach(async () => {
  device.clear();
  clearPrivateData();
  other = await server.member({ name: 'Sjoerd', gender: 'male' });
  ({ cookie, token } = await joinNew(server, { member: other.id }));
  $user.set(undefined);
  await loadUser();
  await $signupMember.open($user.get()?.signup_member ?? '');
  openOutbox(other.id);
});

const received = async (): Promise<string[]> => {
  const { body } = await server.call('/api/chats.php', { as: other });
  const chats = body['chats'] as { conversation: { id: string } }[];
  const texts = chats.map(async ({ conversation: { id } }) => {
    const answer = await server.call('/api/messages.php', { as: other, query: `conversation=${id}` });
    return (answer.body['messages'] as { text: string }[]).map(({ text }) => text);
  });
  return (await Promise.all(texts)).flat();
};

test('SG8 SG29 LA11: the message is paid, waits for the address, and then arrives once', async () => {
  const credits = $user.get()?.credits ?? 0;
  updateDraft('  Good evening, Sjoerd ');
  await Promise.all([$firstMessage.submit(other.id), $firstMessage.submit(other.id)]);
  expect($firstMessage.get()).toEqual({ state: 'done' });
  expect($draft.get()).toBe('');
  expect(await received()).toEqual([]);
  expect((await server.call('/api/activate.php', { json: { token }, as: { cookie } })).status).toBe(200);
  expect(await received()).toEqual(['Good evening, Sjoerd']);
  await loadUser();
  expect($user.get()?.credits).toBe(credits - 1);
});

test('SG8: the step asks once: after a reload the conversation is known', async () => {
  expect($signupMember.get()).toMatchObject({ state: 'ready', member: { conversation: null } });
  updateDraft('Good evening');
  await $firstMessage.submit(other.id);
  await $signupMember.open(other.id);
  expect($signupMember.get()).toMatchObject({ state: 'ready', member: { conversation: expect.any(String) as string } });
});

test('SG8: a refused message says why and stays, also for the chat', async () => {
  await server.call('/api/block.php', { method: 'PUT', json: { id: $user.get()?.id }, as: other });
  updateDraft('Good evening');
  await $firstMessage.submit(other.id);
  expect($firstMessage.get()).toMatchObject({ state: 'failed', code: 'blocked' });
  expect($draft.get()).toBe('Good evening');
});
