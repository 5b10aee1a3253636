// Texts of one language: plural forms, placeholders, and missing texts, the same for pages, islands and server.
import { expect, test } from 'vitest';
import { errorText, translatorFor } from '#i18n/translator';

const polish = {
  chats: {
    left_one: '{{count}} wiadomość',
    left_few: '{{count}} wiadomości',
    left_many: '{{count}} wiadomości!',
    left_other: '–',
  },
  mail: { hello: 'Cześć {{name}}, {{name}} z {{site}}', nested: '$t(mail:plain)', plain: 'tak' },
  errors: { internal: 'Coś poszło nie tak', wait: 'Za {{minutes}} min' },
};
const { translate, has } = translatorFor('pl', polish);

test('a count chooses the plural form of the language; a formatted count chooses none', () => {
  expect([1, 3, 5, 22].map((count) => translate('chats:left', { count }))).toEqual([
    '1 wiadomość',
    '3 wiadomości',
    '5 wiadomości!',
    '22 wiadomości',
  ]);
  expect(translate('chats:left_few', { count: '1 000+' })).toBe('1 000+ wiadomości');
});

test('every placeholder of a name is filled; one without a variable is unchanged', () => {
  expect(translate('mail:hello', { name: 'Anna', site: 'Morrow' })).toBe('Cześć Anna, Anna z Morrow');
  expect(translate('mail:hello', { site: 'Morrow' })).toBe('Cześć {{name}}, {{name}} z Morrow');
});

test('a variable is text, never a placeholder or an option', () => {
  const name = '{{site}} $t(mail:plain) $& <b>';
  expect(translate('mail:hello', { name, site: 'Morrow' })).toBe(`Cześć ${name}, ${name} z Morrow`);
  expect(translate('mail:hello', { name: 'A', site: 'M', lng: 'en', ns: 'errors', defaultValue: 'x' })).toBe(
    'Cześć A, A z M',
  );
  expect(translate('mail:nested')).toBe('$t(mail:plain)');
});

test('DE8: a name that is written from right to left keeps its place among the words; others are left as they are', () => {
  for (const name of ['דוד', 'علي', 'Ali علي'])
    expect(translate('mail:hello', { name, site: 'M' })).toBe(`Cześć \u2068${name}\u2069, \u2068${name}\u2069 z M`);
  for (const name of ['Łukasz', 'Ольга', '美咲', '🙂'])
    expect(translate('mail:hello', { name, site: 'M' })).toBe(`Cześć ${name}, ${name} z M`);
});

test('a missing text throws with its key; its existence can be checked', () => {
  expect(() => translate('mail:gone')).toThrow('There is no text "mail:gone" in "pl".');
  expect(() => translate('mail:gone', { name: 'x' })).toThrow('mail:gone');
  expect([has('mail:plain'), has('chats:left'), has('mail:gone'), has('gone:plain')]).toEqual([
    true,
    true,
    false,
    false,
  ]);
});

test('an error without a text has the general one', () => {
  const words = translatorFor('pl', polish);
  expect(errorText(words, 'wait', { minutes: 3 })).toBe('Za 3 min');
  expect(errorText(words, 'brand_new')).toBe('Coś poszło nie tak');
});

test('a translator is created once for the same texts', () => {
  expect(translatorFor('pl', polish)).toBe(translatorFor('pl', polish));
});
