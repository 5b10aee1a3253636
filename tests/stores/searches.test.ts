// The store of saved searches, used as its dialog uses it, against the real server.
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { SAVED_SEARCHES } from '#domain/limits';
import { $searches, createSearchRemoval, createSearchRename, createSearchSaving } from '#stores/searches';
import type { MadeMember } from '#tests/support/members';
import { startTestServer, type TestServer, usualDatabase } from '#tests/support/server';
import { callFromStores } from '#tests/support/store-calls';

vi.mock('#lib/live', () => import('#tests/support/fake-live'));

let server: TestServer & { close(): Promise<void> };
let me: MadeMember;

beforeAll(async () => {
  server = await startTestServer(await usualDatabase());
  callFromStores(server, () => me.cookie);
  me = await server.member();
});
afterAll(() => server.close());

test('ME1: a search is saved, renamed and deleted, and beyond the limit refused', async () => {
  await $searches.reload();
  const named = () => $searches.ready()?.searches.map(({ name }) => name);
  expect(named()).toEqual([]);
  const filters = { gender: 'any' as const, min_age: 30, max_age: 40 };
  const saving = createSearchSaving();
  await saving.submit({ name: 'Thirties', filters });
  expect([saving.get().state, $searches.ready()?.searches]).toMatchObject(['done', [{ name: 'Thirties', filters }]]);
  const id = $searches.ready()?.searches[0]?.id ?? '';
  await createSearchRename().submit({ id, name: 'Near me' });
  expect(named()).toEqual(['Near me']);
  for (let n = 1; n < SAVED_SEARCHES; n += 1) await saving.submit({ name: `Search ${n}`, filters: {} });
  await saving.submit({ name: 'One more', filters: {} });
  expect([saving.get(), named()?.length]).toMatchObject([{ state: 'failed', code: 'search_limit' }, SAVED_SEARCHES]);
  const removal = createSearchRemoval();
  await removal.submit({ id });
  expect([removal.get().state, named()?.includes('Near me'), named()?.length]).toEqual(['done', false, 9]);
  await removal.submit({ id });
  expect(removal.get()).toMatchObject({ state: 'failed', code: 'not_found' });
});
