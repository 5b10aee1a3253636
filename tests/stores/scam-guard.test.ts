// The scam guard of the conversations, and the report with one press, against the real server.
import { expect, onTestFinished, test, vi } from 'vitest';
import { createReport } from '#stores/safety';
import { $scamRules, answer, isAnswered, loadScamRules, topicToConfirm, topicToReport } from '#stores/scam-guard';
import { readChanges } from '#stores/scam-rules';
import { logout } from '#stores/session';
import { $siteSettings } from '#stores/site-settings';
import { chatPage } from '#tests/support/chat-page';
import { siteAt } from '#tests/support/server';

vi.mock('#lib/clock', () => import('#tests/support/fake-clock'));
vi.mock('#lib/storage', () => import('#tests/support/fake-storage'));
vi.mock('#lib/live', () => import('#tests/support/fake-live'));
vi.mock('#lib/paths', () => ({ linkTo: (name: string) => `/${name}`, navigateTo: () => undefined }));
vi.mock('#lib/i18n', () => ({ currentLanguage: () => 'en' }));

vi.mock('#lib/page', () => ({ isVisitor: () => false, readPage: () => ({ siteSettings: siteAt(0).siteSettings }) }));

const page = chatPage();

test('DE10: nothing is asked before the rules are there, then once per topic and partner', async () => {
  $scamRules.set(null);
  expect(topicToConfirm('Send money', 'anna')).toBe(null);
  await loadScamRules();
  expect(topicToConfirm('Send money', 'anna')).toBe('money');
  answer('anna', 'send money');
  expect([topicToConfirm('Send money', 'anna'), topicToConfirm('Send money', 'bea')]).toEqual([null, 'money']);
  expect(topicToConfirm('My number is +31612345678', 'anna')).toBe('contact');
  expect(topicToReport('Send money', 'anna', 1)).toBe('money');
});

test('DE10: the words of the brand count, as soon as they are there', async () => {
  const { database } = page.server;
  const tenant = siteAt(0).id;
  const row = { tenant, kind: 'money', word: 'zelle me', language: 'en', is_off: false } as const;
  await database.inTenant(tenant, (db) => db.insertInto('scam_word').values(row).execute());
  $scamRules.set(null);
  await loadScamRules();
  expect([topicToConfirm('Zelle me 5', 'cleo'), topicToConfirm('Send money', 'cleo')]).toEqual(['money', 'money']);
  await database.inTenant(tenant, (db) => db.deleteFrom('scam_word').execute());
  $scamRules.set(null);
  await loadScamRules();
  expect(topicToConfirm('Zelle me 5', 'cleo')).toBe(null);
});

test('DE10: a brand may have no scam guard: nothing is asked', async () => {
  $scamRules.set(null);
  const stop = $siteSettings.listen(() => undefined);
  $siteSettings.set({ ...siteAt(0).siteSettings, scam_guard: false });
  onTestFinished(() => ($siteSettings.set(siteAt(0).siteSettings), stop()));
  await loadScamRules();
  expect([topicToConfirm('Send money', 'emma'), topicToReport('I need money', 'emma', 1)]).toEqual([null, null]);
});

test('DE10: without an answer our own words count', async () => {
  const ask = globalThis.fetch;
  onTestFinished(() => void (globalThis.fetch = ask));
  globalThis.fetch = () => Promise.reject(new TypeError('The network is gone.'));
  expect(await readChanges()).toBe(null);
  $scamRules.set(null);
  await loadScamRules();
  expect(topicToConfirm('Send money', 'dora')).toBe('money');
  // The next chat that is opened asks again.
  globalThis.fetch = ask;
  page.calls.length = 0;
  await loadScamRules();
  await loadScamRules();
  expect(page.calls).toEqual(['GET /api/scam-words.php']);
});

test('DE10: the reader is asked until they answer, then about no message on that topic of that member', async () => {
  await loadScamRules();
  expect(topicToReport('I need money', 'anna', 3)).toBe('money');
  answer('anna', 'read money');
  expect([3, 4].map((seq) => topicToReport('I need money', 'anna', seq))).toEqual([null, null]);
  expect([topicToReport('I need money', 'bea', 3), topicToConfirm('I need money', 'anna')]).toEqual(['money', 'money']);
});

test('DE10 E11: answers last for the account on this device, and are gone after logging out', async () => {
  await loadScamRules();
  answer('anna', 'send money', 'reported 3');
  vi.resetModules();
  const reloaded = await import('#stores/scam-guard');
  const { $user } = await import('#stores/session');
  $user.set({ id: page.me.id } as never);
  expect(reloaded.isAnswered('anna', 'send money')).toBe(true);
  expect(reloaded.isAnswered('anna', 'reported 3')).toBe(true);
  $user.set({ id: 'another' } as never);
  expect(reloaded.isAnswered('anna', 'send money')).toBe(false);
  await logout();
  expect(isAnswered('anna', 'send money')).toBe(false);
});

test('DE10 DB14: one press reports the message as a scam', async () => {
  await page.receive('Please send money');
  let number = '';
  const report = createReport((given) => (number = given));
  await report.submit({ profile: page.other.id, seq: 1, category: 'scam', text: '', block: false });
  expect([report.get().state, number]).toEqual(['done', expect.stringMatching(/./) as unknown]);
  const stored = await page.server.database.inTenant(siteAt(0).id, (db) =>
    db.selectFrom('report').select(['category', 'about']).where('reporter', '=', page.me.id).execute(),
  );
  expect(stored).toEqual([{ category: 'scam', about: 'message' }]);
});
