// The inbox of the console: what was decided stays away until the decision is taken back.
import { expect, test } from 'vitest';
import { type Item, keyOf, leftOf, marked } from '../../src/operator/inbox/kinds.ts';

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
