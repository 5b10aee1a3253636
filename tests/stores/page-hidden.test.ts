// The beacon that a member's page sends when it is hidden.
import { afterEach, expect, test, vi } from 'vitest';
import { endSession, startSession } from '#stores/session';

vi.mock('#lib/storage', async () => ({ ...(await import('#tests/support/fake-storage')), storedTracking: () => '' }));
vi.mock('#lib/live', () => import('#tests/support/fake-live'));
vi.mock('#lib/i18n', () => ({ currentLanguage: () => 'en' }));
vi.mock('#lib/paths', () => ({
  linkTo: (name: string) => `/${name}`,
  queryOf: () => ({}),
  redirectToLogin: () => undefined,
}));
const { page } = vi.hoisted(() => ({ page: { isVisitor: false } }));
vi.mock('#lib/page', () => ({
  isVisitor: () => page.isVisitor,
  readPage: () => ({
    language: 'en',
    siteSettings: { logged_out_search: 'other', logged_out_search_trafficsource: 'other' },
  }),
}));

const sent: { path: string; body: Promise<string>; type: string }[] = [];
const hidden = new EventTarget() as EventTarget & { visibilityState: string };
vi.stubGlobal('document', hidden);
vi.stubGlobal('navigator', {
  sendBeacon: (path: string, body: Blob) => sent.push({ path, body: body.text(), type: body.type }) > 0,
});
vi.stubGlobal('fetch', () => Promise.resolve(Response.json({ user: null }, { status: 500 })));

const show = (state: 'visible' | 'hidden'): void => {
  hidden.visibilityState = state;
  hidden.dispatchEvent(new Event('visibilitychange'));
};

afterEach(() => {
  endSession();
  sent.length = 0;
});

test('SH28: hiding a page sends empty JSON as a beacon, each time, until the session ends', async () => {
  page.isVisitor = false;
  startSession();
  show('hidden');
  show('visible');
  show('hidden');
  expect(sent.map(({ path, type }) => [path, type])).toEqual(
    Array(2).fill(['/api/page-hidden.php', 'application/json']),
  );
  expect(await sent[0]?.body).toBe('{}');
  endSession();
  show('visible');
  show('hidden');
  expect(sent).toHaveLength(2);
});

test('SH28: a visitor’s page sends none', () => {
  page.isVisitor = true;
  startSession();
  show('hidden');
  expect(sent).toEqual([]);
});
