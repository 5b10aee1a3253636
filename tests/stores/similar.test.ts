// The store of similar members, used as a profile uses it, against the real server.
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { dispatchLive } from '#stores/live';
import { cardOf } from '#stores/member';
import { $similar, createShowMore, openSimilar } from '#stores/similar';
import { eventually } from '#tests/support/eventually';
import { block, type MadeMember } from '#tests/support/members';
import { siteAt, startTestServer, type TestServer, usualDatabase } from '#tests/support/server';
import { callFromStores } from '#tests/support/store-calls';

vi.mock('#lib/live', () => import('#tests/support/fake-live'));

let server: TestServer & { close(): Promise<void> };
let me: MadeMember;
let one: MadeMember;
let another: MadeMember;
let calls: string[] = [];
let stop = (): void => undefined;

beforeAll(async () => {
  server = await startTestServer(await usualDatabase());
  calls = callFromStores(server, () => me.cookie).calls;
  me = await server.member({ gender: 'male' });
  [one, another] = [await server.member(), await server.member()];
  for (let made = 0; made < 7; made += 1) await server.member();
  stop = $similar.listen(() => undefined);
});
afterAll(async () => {
  stop();
  await server.close();
});

const shown = () => $similar.ready();
const ids = (): string[] => (shown()?.profiles ?? []).map(({ id }) => id);

test('ME9: similar members are read by page with their own count, and their cards are known to the profile', async () => {
  await openSimilar(one.id);
  expect(shown()).toMatchObject({ id: one.id, numResults: 8, page: 1 });
  expect(ids()).toHaveLength(4);
  expect(cardOf(ids()[0] ?? '')).not.toBeNull();
  const more = createShowMore();
  await more.submit();
  expect(more.get()).toEqual({ state: 'done' });
  expect(shown()).toMatchObject({ numResults: 8, page: 2 });
  expect(new Set(ids()).size).toBe(8);
});

test('ME9 ME6: what was read is kept for each member, with every page of it', async () => {
  await openSimilar(another.id);
  expect(shown()).toMatchObject({ id: another.id, page: 1 });
  const before = calls.length;
  await openSimilar(one.id);
  expect(shown()).toMatchObject({ id: one.id, page: 2 });
  expect(calls).toHaveLength(before);
});

test('ME9 ME23: a page that comes after another profile was opened is not shown there', async () => {
  await openSimilar(another.id);
  const more = createShowMore().submit();
  await openSimilar(one.id);
  await more;
  expect(shown()?.id).toBe(one.id);
});

test('SA1: a block reads them again, without the member who is blocked', async () => {
  await openSimilar(one.id);
  const [blocked = ''] = ids();
  await block(server.database, siteAt(0), me.id, blocked);
  dispatchLive({ type: 'block', profile: blocked });
  await eventually(() => expect(shown()).toMatchObject({ numResults: 7, page: 1 }));
  expect(ids()).not.toContain(blocked);
});
