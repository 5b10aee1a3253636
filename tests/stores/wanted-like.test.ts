// A like that a visitor wanted to give before the login, against the real server.
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import type { MemberCard } from '#contract/members';
import { likeAsWanted } from '#stores/like';
import { $liked } from '#stores/likes';
import type { MadeMember } from '#tests/support/members';
import { startTestServer, type TestServer, usualDatabase } from '#tests/support/server';
import { callFromStores } from '#tests/support/store-calls';

const { address } = vi.hoisted(() => ({ address: { wanted: null as string | null, isFromHere: true } }));
vi.mock('#lib/live', () => import('#tests/support/fake-live'));
vi.mock('#lib/clock', () => import('#tests/support/fake-clock'));
vi.mock('#lib/i18n', () => ({ currentLanguage: () => 'en' }));
vi.mock('#lib/paths', () => ({
  linkTo: (name: string) => `/${name}`,
  navigateTo: () => undefined,
  isFromHere: () => address.isFromHere,
  takeFromQuery: (name: string) => {
    const value = name === 'wanted' ? address.wanted : null;
    address.wanted = null;
    return value;
  },
}));

let server: TestServer & { close(): Promise<void> };
let me: MadeMember;
let traffic: ReturnType<typeof callFromStores>;

beforeAll(async () => {
  server = await startTestServer(await usualDatabase());
  traffic = callFromStores(server, () => me.cookie);
  me = await server.member({ gender: 'female' });
});
afterAll(async () => {
  while (traffic.running.size > 0) await Promise.allSettled(traffic.running);
  traffic.stop();
  await server.close();
});

test('AU32 LI5: what a visitor wanted to like is liked after the login, once, and never by a link from elsewhere', async () => {
  const other = await server.member({ gender: 'male' });
  const { body } = await server.call('/api/member.php', { query: `?id=${other.id}`, as: me });
  const card = body['member'] as MemberCard;
  const arrive = async (wanted: string | null, isFromHere: boolean, isLiked = false) => {
    Object.assign(address, { wanted, isFromHere });
    await likeAsWanted(card, isLiked);
    return ((await server.call('/api/likes.php', { as: me })).body['profiles'] as unknown[]).length;
  };
  expect([await arrive(null, true), await arrive('gift', true), await arrive('like', false)]).toEqual([0, 0, 0]);
  expect(await arrive('like', true)).toBe(1);
  expect([address.wanted, $liked.get().get(other.id)]).toEqual([null, true]);
  traffic.calls.length = 0;
  await arrive('like', true, true);
  expect(traffic.calls).toEqual([]);
});
