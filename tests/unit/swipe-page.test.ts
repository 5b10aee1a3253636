// What the page of the swipe game shows while there are cards and likes, and at either end, as static markup with keys for texts.
import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { beforeEach, expect, test, vi } from 'vitest';
import type { MemberCard } from '#contract/members';
import { $deck, $lastPass } from '#stores/swipe';
import { SwipePage } from '../../src/features/swipe/SwipePage.tsx';

vi.mock('#lib/clock', () => import('#tests/support/fake-clock'));
vi.mock('#lib/live', () => import('#tests/support/fake-live'));
vi.mock('#lib/paths', () => ({ linkTo: (name: string) => `/${name}` }));
vi.mock('#stores/site-settings', async () => {
  const { atom } = await import('nanostores');
  return { $siteSettings: atom({ cdn_prefix: '/' }) };
});
vi.mock('#stores/swipe', async () => {
  const { atom } = await import('nanostores');
  return { $deck: atom({ state: 'loading' }), $lastPass: atom(null), openDeck: () => undefined };
});
vi.mock('#lib/i18n', () => ({
  t: (key: string, variables: object = {}) => [key, ...Object.values(variables)].join(' '),
  errorText: (code: string) => code,
  currentLanguage: () => 'en',
}));

const anna = { id: 'anna', name: 'Anna', age: 40, fictional: false, main_image: null } as never as MemberCard;
const page = (profiles: readonly MemberCard[], remaining: number): string => {
  ($deck as never as { set(state: object): void }).set({ state: 'ready', profiles, remaining, renews_at: null });
  return renderToStaticMarkup(createElement(SwipePage, {}));
};
beforeEach(() => $lastPass.set(null));

test('LI15 LI16: with cards and likes the game says how many likes are left', () => {
  const markup = page([anna], 3);
  for (const text of ['swipe:left 3', 'members:card Anna 40', 'swipe:undo_nothing']) expect(markup).toContain(text);
});

test('LI16: when the likes of the day are used it says so, also with cards left', () => {
  for (const profiles of [[], [anna]]) expect(page(profiles, 0)).toContain('swipe:end_heading');
});

test('LI15: after the last card it says so, and offers to bring back who was passed last', () => {
  expect(page([], 4)).toContain('swipe:none_heading');
  expect(page([], 4)).not.toContain('swipe:undo');
  $lastPass.set(anna);
  expect(page([], 4)).toContain('swipe:undo Anna');
});
