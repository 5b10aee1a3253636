// Drafts of two tabs on one device: neither loses what is written in the other.
import { beforeEach, expect, test, vi } from 'vitest';
import type * as Drafts from '#stores/drafts';

/** What is stored, for all tabs. */
const stored = vi.hoisted(() => new Map<string, string>());
vi.mock('#lib/storage', () => ({
  readStored: (name: string) => stored.get(name) ?? null,
  writeStored: (name: string, value: string | null) =>
    void (value === null ? stored.delete(name) : stored.set(name, value)),
  storedKeys: (start: string) => [...stored.keys()].filter((name) => name.startsWith(start)),
}));
vi.mock('#stores/session', () => ({
  $user: { get: () => ({ id: 'me' }) },
  storagePrefix: (kind: string, member: string) => `${kind}:${member}:`,
}));

beforeEach(() => stored.clear());

/** A page that is loaded; it opens the chat with Anna. */
async function tab(): Promise<typeof Drafts> {
  vi.resetModules();
  const drafts = await import('#stores/drafts');
  drafts.readDraft('anna');
  return drafts;
}
const draft = (text: string) => ({ text, client_id: crypto.randomUUID() });
const none = draft('');

test('CH16: a message that is sent in one tab leaves the draft of the other, also after a reload', async () => {
  const [first, second] = [await tab(), await tab()];
  first.saveDraft('anna', draft('Ten lines'));
  second.saveDraft('anna', draft('ok'));
  second.saveDraft('anna', none);
  expect((await tab()).readDraft('anna').text).toBe('Ten lines');
  first.saveDraft('anna', none);
  expect(stored.size).toBe(0);
});

test('CH16: what is written in both tabs is there after both are gone, one after the other', async () => {
  const [first, second] = [await tab(), await tab()];
  for (const text of ['T', 'Ten lines']) first.saveDraft('anna', draft(text));
  for (const text of ['o', 'ok']) second.saveDraft('anna', draft(text));
  expect([first.readDraft('anna').text, second.readDraft('anna').text]).toEqual(['Ten lines', 'ok']);
  const next = await tab();
  expect(next.readDraft('anna').text).toBe('Ten lines');
  next.saveDraft('anna', none);
  expect(next.readDraft('anna').text).toBe('ok');
  next.saveDraft('anna', none);
  expect(stored.size).toBe(0);
});

test('CH16: two tabs with the same draft go separate ways once it is changed', async () => {
  const before = await tab();
  before.saveDraft('anna', draft('Dinner'));
  const [first, second] = [await tab(), await tab()];
  first.saveDraft('anna', draft('Dinner on Friday'));
  second.saveDraft('anna', draft('Dinner on Sunday'));
  expect([first.readDraft('anna').text, second.readDraft('anna').text]).toEqual([
    'Dinner on Friday',
    'Dinner on Sunday',
  ]);
});
