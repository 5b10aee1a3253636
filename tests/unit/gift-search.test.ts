// The search for gifts, with the words of every language.
import { readdirSync } from 'node:fs';
import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test, vi } from 'vitest';
import { giftIds, movingGiftIds } from '#contract/chats';
import { GIFTS } from '#domain/gifts';
import { loadSites, type Site } from '#site/load';
import { memoize } from '#site/memoize';
import { readTexts } from '#site/texts';
import { GiftArt } from '#ui/GiftArt';
import { isGiftFor } from '../../src/features/chats/gift-name.ts';

const language = vi.hoisted(() => ({ now: 'en' }));
vi.mock('#lib/i18n', () => ({ t: (key: string) => textsOf(language.now)[key.slice('gifts:'.length)] ?? key }));

const [site] = loadSites(process.cwd()) as [Site];

/** As the pages of a brand have them. */
const textsOf = memoize(
  (code: string): Readonly<Record<string, string>> => readTexts(process.cwd(), site.folder, code)['gifts'] ?? {},
);
const languages = readdirSync('locales').filter((name) => /^[a-z]{2}$/.test(name));
const found = (wanted: string): string[] => GIFTS.map(({ id }) => id).filter((id) => isGiftFor(id, wanted));

test('CH32: gifts are found by name and by words, in any order, without capitals and accents', () => {
  language.now = 'en';
  expect(found('')).toHaveLength(giftIds.length);
  expect(found('good morning')).toEqual(['sun']);
  expect(found(' BIRTHDAY ')).toEqual(['cake']);
  expect(found('love flower')).toEqual(['rose']);
  expect(found('yacht')).toEqual([]);
  language.now = 'fr';
  expect(found('FETE gateau')).toEqual(['cake']);
});

test('CH32: in every language each gift is found by its name and by each of its words', () => {
  expect(languages.length).toBeGreaterThan(10);
  for (const code of languages) {
    language.now = code;
    for (const id of giftIds) {
      const { [`name_${id}`]: name = '', [`words_${id}`]: words = '' } = textsOf(code);
      for (const wanted of [name, ...words.split(' ')]) expect(found(wanted), `${code} ${wanted}`).toContain(id);
    }
  }
});

test('CH32 DE101: English words and names find them in every language as well', () => {
  const english = textsOf('en');
  for (const code of languages) {
    language.now = code;
    for (const id of giftIds) {
      const { [`name_${id}`]: name = '', [`words_${id}`]: words = '' } = english;
      for (const wanted of [name, ...words.split(' ')]) expect(found(wanted), `${code} ${wanted}`).toContain(id);
    }
  }
  language.now = 'de';
  expect([found('Geburtstag'), found('birthday')]).toEqual([['cake'], ['cake']]);
});

test('CH32 SA6: the moving gifts are drawings of our own, of which some parts move', () => {
  for (const gift of movingGiftIds) {
    const markup = renderToStaticMarkup(createElement(GiftArt, { gift }));
    expect(markup).toMatch(/class="art-/);
    expect(markup).not.toMatch(/href|url\(/);
  }
});
