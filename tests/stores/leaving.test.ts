// The store of the deletion, used as its section uses it, against the real server.
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { $leavingOffer, createDeletion, createDiscountTake } from '#stores/leaving';
import { $user, loadUser } from '#stores/session';
import type { MadeMember } from '#tests/support/members';
import { startTestServer, type TestServer, usualDatabase } from '#tests/support/server';
import { callFromStores } from '#tests/support/store-calls';

const { went } = vi.hoisted(() => ({ went: [] as string[] }));
vi.mock('#lib/live', () => import('#tests/support/fake-live'));
vi.mock('#lib/storage', () => import('#tests/support/fake-storage'));
vi.mock('#lib/paths', () => ({ linkTo: (name: string) => `/${name}`, navigateTo: (to: string) => void went.push(to) }));
vi.mock('#lib/i18n', () => ({ currentLanguage: () => 'en' }));

let server: TestServer & { close(): Promise<void> };
let me: MadeMember;

beforeAll(async () => {
  server = await startTestServer(await usualDatabase());
  callFromStores(server, () => me.cookie);
  me = await server.member();
  await loadUser();
});
afterAll(() => server.close());

test('AC13: before the form the tryout package and a discount are offered, and taking the discount shows its code', async () => {
  await $leavingOffer.reload();
  expect($leavingOffer.ready()).toMatchObject({ tryout: { credits: 3 }, discount: { percentage: 25, code: null } });
  const taking = createDiscountTake();
  await taking.submit(undefined);
  expect(taking.get()).toEqual({ state: 'done' });
  expect($leavingOffer.ready()?.discount?.code).toMatchObject({ value_percentage: 25, expired: false });
  const { cookie } = me;
  me = { ...me, cookie: '' };
  $leavingOffer.reset();
  await $leavingOffer.reload();
  expect($leavingOffer.ready()).toMatchObject({ tryout: null, discount: null });
  me = { ...me, cookie };
});

test('AC14 AC15 AC16: a wrong password keeps the form, and a deletion leaves for the page that says what happens', async () => {
  const deletion = createDeletion();
  const form = { reason: 'other', remarks: 'Thanks' } as const;
  await deletion.submit({ ...form, password: 'wrong password' });
  expect(deletion.get()).toMatchObject({ state: 'failed', fields: { password: 'password_old_wrong' } });
  expect([$user.get()?.id, went]).toEqual([me.id, []]);
  await deletion.submit({ ...form, password: me.password });
  expect([$user.get(), went]).toEqual([null, ['/account-deleted']]);
});
