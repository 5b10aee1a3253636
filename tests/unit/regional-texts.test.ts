// English in the United States: its own words, dates, times and dollars, where the server names that country.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { regionalTag } from '#domain/languages';
import { inRegion, type PageData } from '#lib/page';
import { loadSites } from '#site/load';
import { regionalTexts } from '#site/regional-texts';
import { readTexts, type Texts } from '#site/texts';

const root = process.cwd();
const own = JSON.parse(readFileSync(join(root, 'locales/en-US.json'), 'utf8')) as Texts;
const [site] = loadSites(root);
const british = readTexts(root, site?.folder ?? '', 'en');
const spaces = Object.keys(own);
const page = {
  language: 'en',
  tag: 'en-GB',
  texts: british,
  regional: regionalTexts('en', spaces),
} as unknown as PageData;
const words = Object.entries(own).flatMap(([space, texts]) =>
  Object.entries(texts).map(([key, text]) => [space, key, text] as const),
);

test('SI7: each American text stands for a British one that differs, with the same placeholders', () => {
  const holes = (text: string): string[] => text.match(/\{\{\w+\}\}/g) ?? [];
  expect(words.length).toBeGreaterThan(5);
  for (const [space, key, text] of words) {
    const base = british[space]?.[key] ?? '';
    expect(base, `${space}:${key}`).not.toBe('');
    expect(text, `${space}:${key}`).not.toBe(base);
    expect(holes(text), `${space}:${key}`).toEqual(holes(base));
  }
});

/** Spellings that only British English has. */
const BRITISH =
  /\b(?:(?:col|fav|hon|neighb|behavi|hum|flav|lab)our|grey|cosy|theatre|(?:kilo|centi)?metre|centre|cancell(?:ed|ing)|travell(?:ed|ing)|towards|whilst|licence|programme\b|cheque|(?:author|organ|recogn|real|apolog|personal|custom)is(?:e|ing)|at weekends)/i;
/** What no member in the United States reads: direct debit is of the euro area, and the sandbox moves no money. */
const ELSEWHERE = new Set(['debit', 'sandbox']);
/** The name of an authority. */
const NAMES = /European Consumer Centre/g;

test('SI7: a text with a British spelling has an American one, and public pages, which all countries share, have none', () => {
  const unmended = loadSites(root).flatMap(({ folder }) =>
    Object.entries(readTexts(root, folder, 'en')).flatMap(([space, texts]) =>
      Object.entries(texts)
        .filter(([key, text]) => !ELSEWHERE.has(space) && BRITISH.test(own[space]?.[key] ?? text))
        .map(([key, text]) => `${folder} ${space}:${key}: ${text}`),
    ),
  );
  const pages = join(root, 'locales/en/pages');
  const lines = readdirSync(pages)
    .flatMap((file) => readFileSync(join(pages, file), 'utf8').replace(NAMES, '').split('\n'))
    .filter((line) => BRITISH.test(line));
  expect([...unmended, ...lines]).toEqual([]);
});

test('SI7: a page is written as the visitor’s country writes its language', () => {
  const american = inRegion(page, 'US');
  expect(american.tag).toBe('en-US');
  for (const [space, key, text] of words) expect(american.texts[space]?.[key]).toBe(text);
  expect(american.texts['shell']).toEqual(british['shell']);
  expect(new Intl.NumberFormat(american.tag, { style: 'currency', currency: 'USD' }).format(9.99)).toBe('$9.99');
  const evening = new Date('2026-11-28T21:57:00Z');
  const time = new Intl.DateTimeFormat(american.tag, { hour: 'numeric', minute: '2-digit', timeZone: 'UTC' });
  expect(time.format(evening).replace(/\s/, ' ')).toBe('9:57 PM');
});

test('SI7: other countries keep the words of the language, and an unknown one its formats', () => {
  for (const country of ['GB', 'CA', 'NL', 'XX', undefined]) expect(inRegion(page, country).texts).toEqual(british);
  expect(inRegion(page, 'CA').tag).toBe('en-CA');
  expect([undefined, 'XX', 'NL'].map((country) => regionalTag('en', 'en-GB', country))).toEqual(Array(3).fill('en-GB'));
  expect(regionalTag('de', 'de-DE', 'US')).toBe('de-DE');
});

test('SI7: only English has words of regions', () => {
  expect(regionalTexts('de', spaces)).toBeUndefined();
  expect(Object.keys(regionalTexts('en', ['members'])?.['en-US'] ?? {})).toEqual(['members']);
});
