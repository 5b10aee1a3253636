// The store of the data export, used as its section uses it, against the real server.
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { DATA_EXPORT } from '#domain/limits';
import { $dataExport, createExportRequest } from '#stores/data-export';
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

test('AC23: an export is asked for with the password, is under way, and then ready', async () => {
  await $dataExport.reload();
  expect($dataExport.ready()?.export).toBeNull();
  const request = createExportRequest();
  await request.submit({ password: 'wrong password' });
  expect(request.get()).toMatchObject({ state: 'failed', fields: { password: 'password_old_wrong' } });
  await request.submit({ password: me.password });
  expect([request.get().state, $dataExport.ready()?.export?.made_at]).toEqual(['done', null]);
  await server.runJobs();
  await $dataExport.reload();
  expect($dataExport.ready()?.export?.made_at).toEqual(expect.any(String));
  await request.submit({ password: me.password });
  expect(request.get()).toMatchObject({ state: 'failed', code: 'export_limit', seconds: expect.any(Number) });
});

test('AC23: an export that has failed is asked for again', async () => {
  me = await server.member();
  await $dataExport.reload();
  const request = createExportRequest();
  await request.submit({ password: me.password });
  server.advance(DATA_EXPORT.failedAfterMinutes * 60);
  await $dataExport.reload();
  expect($dataExport.ready()?.export).toMatchObject({ failed: true, made_at: null });
  await request.submit({ password: me.password });
  expect([request.get().state, $dataExport.ready()?.export]).toMatchObject(['done', { failed: false, made_at: null }]);
});
