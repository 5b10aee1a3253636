// What the match finder shows of kept answers and of answers that are not compared, as static markup with keys for texts.
import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { beforeEach, expect, test, vi } from 'vitest';
import { $areKept, $deleted, $fits, $forget, $mayKeep } from '#stores/finder';
import { FinderResult } from '../../src/features/finder/FinderResult.tsx';
import { FinderStart } from '../../src/features/finder/FinderStart.tsx';

vi.mock('#lib/clock', () => import('#tests/support/fake-clock'));
vi.mock('#lib/live', () => import('#tests/support/fake-live'));
vi.mock('#lib/paths', () => ({ linkTo: (name: string) => `/${name}` }));
vi.mock('#stores/site-settings', async () => {
  const { atom } = await import('nanostores');
  return { $siteSettings: atom({ cdn_prefix: '/' }) };
});
vi.mock('#stores/finder', async () => {
  const { atom } = await import('nanostores');
  return {
    ...{ $answers: atom({}), $areKept: atom(false), $deleted: atom(null), $mayKeep: atom(false) },
    ...{ $fits: atom({ state: 'loading' }), $forget: atom({ state: 'idle' }) },
  };
});
vi.mock('#lib/i18n', () => ({
  t: (key: string, variables: object = {}) => [key, ...Object.values(variables)].join(' '),
  hasText: () => true,
  errorText: (code: string) => `error ${code}`,
  formatNumber: String,
  currentLanguage: () => 'en',
}));

const set = (store: unknown, value: object): void => (store as { set(value: object): void }).set(value);
const fit = { id: 'anna', name: 'Anna', age: 40, fictional: false, main_image: null, reasons: ['place'], shared: [] };
const found = (profiles: readonly object[], compared: boolean): void =>
  set($fits, { state: 'ready', profiles, compared });
const start = (): string => renderToStaticMarkup(createElement(FinderStart));
const result = (): string => renderToStaticMarkup(createElement(FinderResult, { empty: null, lost: null }));
beforeEach(() => {
  $areKept.set(false);
  $mayKeep.set(false);
  $deleted.set(null);
  set($forget, { state: 'idle' });
  found([{ ...fit, enjoys: [] }], true);
});

test.each([
  ['start', start],
  ['result', result],
])(
  'ME27: at the %s kept answers can be deleted, and a deletion that failed says why and can be tried again',
  (_, page) => {
    expect(page()).not.toContain('finder:forget');
    $areKept.set(true);
    expect(page()).toContain('finder:forget');
    set($forget, { state: 'failed', code: 'offline', fields: {} });
    for (const text of ['finder:forget', 'error offline']) expect(page()).toContain(text);
  },
);

test('ME27: after a deletion the start says so and its switch is off', () => {
  $mayKeep.set(true);
  expect(start()).toMatch(/checked=""/);
  $mayKeep.set(false);
  for (const where of ['here', 'elsewhere'] as const) {
    $deleted.set(where);
    expect(start()).toMatch(
      new RegExp(`aria-describedby="deleted".*<div role="status" id="deleted">.*finder:deleted_${where}`),
    );
    expect(start()).not.toMatch(/checked=""/);
  }
});

test('ME27 DE38: answers that are not compared any more today are explained, with members found and without', () => {
  expect(result()).not.toContain('finder:not_compared');
  found([{ ...fit, enjoys: [] }], false);
  for (const text of ['finder:not_compared', 'Anna']) expect(result()).toContain(text);
  found([], false);
  expect(result()).toContain('finder:not_compared');
  expect(result()).not.toContain('finder:none_text');
  found([], true);
  expect(result()).toContain('finder:none_text');
  expect(result()).toContain('finder:how_sets 3');
});
