// The inbox of the console: what was decided stays away until the decision is taken back, what may be done, and what is said of it.
import { expect, test, vi } from 'vitest';
import { sentText } from '../../src/operator/inbox/ContactPanel.tsx';
import { type Item, keyOf, leftOf, marked } from '../../src/operator/inbox/kinds.ts';
import { hasPhoto, waysOf } from '../../src/operator/inbox/ReportPanel.tsx';

vi.mock('#lib/i18n', () => ({
  hasText: () => false,
  t: (key: string, variables: object = {}) => [key, ...Object.values(variables)].join(' '),
}));

const item = (kind: Item['kind'], id: string, brand = 'aspic'): Item => ({ brand, kind, id, at: '', about: '' });

test('DE11: an item that was decided is in no filtered list of the same answer, until it is undone', () => {
  const photo = item('photo', '1');
  const items = [photo, item('photo', '1', 'other'), item('report', '1'), item('photo', '2')];
  const decided = marked(new Set(), keyOf(photo), true);
  expect(leftOf(items, decided)).toEqual(items.slice(1));
  // Another filter shows other items of the same answer.
  const photos = items.filter(({ kind }) => kind === 'photo');
  expect(leftOf(photos, decided)).toEqual(photos.slice(1));
  // A second decision that began before the first one was answered.
  expect(leftOf(items, marked(decided, keyOf(items[3] ?? photo), true))).toEqual(items.slice(1, 3));
  expect(leftOf(items, marked(decided, keyOf(photo), false))).toEqual(items);
});

test('DE11 DE36: a picture can be removed where a photo, or a message with a picture, was reported', () => {
  const profile = { name: 'Anna', line: '', about: null };
  const said = { mine: false, text: '', at: '' };
  const shown = { ...said, picture: { token: 'x' } };
  const offered = (about: string, ...messages: (typeof said)[]): boolean => {
    const ways = waysOf(item('report', '1'), hasPhoto({ about, evidence: { profile, messages } }));
    const choices = ways.flatMap((way) => way.fields({}).flatMap((field) => field.choices ?? []));
    return choices.some(({ value }) => value === 'remove_photo');
  };
  expect([offered('photo'), offered('message', said, shown)]).toEqual([true, true]);
  // One that was sent before the reported message is not what the report is about.
  expect([offered('member'), offered('message', shown, said)]).toEqual([false, false]);
});

test('SA4: staff read what became of the messages that they delivered', () => {
  const said = (delivered: number, waiting: number, dropped: number): string =>
    sentText({ delivered, waiting, dropped });
  expect(said(2, 0, 0)).toBe('console:contact_sent');
  expect(said(1, 2, 1)).toBe('console:contact_sent console:contact_waiting 2 console:contact_gone 1');
  expect([said(0, 1, 0), said(0, 0, 1)]).toEqual(['console:contact_waiting 1', 'console:contact_gone 1']);
});
