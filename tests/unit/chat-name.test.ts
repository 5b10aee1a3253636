// Finding a conversation by the member's name.
import { expect, test } from 'vitest';
import { isNamed, isSearchable } from '../../src/features/chats/chat-name.ts';

test('CH1: the list is searched by name, with any capitals and accents', () => {
  expect(isNamed('José María', ' jose m')).toBe(true);
  expect(isNamed('Åse', 'ASE')).toBe(true);
  expect(isNamed('Łukasz', 'lukasz')).toBe(true);
  expect(isNamed('Søren', 'soren')).toBe(true);
  expect(isNamed('Elena', '')).toBe(true);
  expect(isNamed('Elena', 'x')).toBe(false);
});

test('CH1: a longer list can be searched, and a search ended although the list has become shorter', () => {
  expect([5, 6].map((count) => isSearchable(count, ''))).toEqual([false, true]);
  expect(isSearchable(5, 'Anna')).toBe(true);
});
