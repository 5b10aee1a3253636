// The languages are complete, and their check reports each kind of fault.
import { appendFileSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { check } from '#scripts/checks/locales';
import { compareWords, FIXED_PRICE } from '#scripts/checks/words';
import { loadSites } from '#site/load';
import { copyProject, type ProjectCopy } from './support/project-copy.ts';

const english = {
  site: {
    hello: 'Hello {{name}}',
    likes_one: '{{count}} like',
    likes_other: '{{count}} likes',
    terms: 'Read <a>the terms</a>',
  },
};
const polish = {
  site: {
    hello: 'Cześć {{name}}',
    likes_one: 'jedno polubienie',
    likes_few: '{{count}} polubienia',
    likes_many: '{{count}} polubień',
    likes_other: '{{count}} polubienia',
    terms: 'Przeczytaj <a>regulamin</a>',
  },
};
const faultsOf = (changes: Readonly<Record<string, string | undefined>>): string[] => {
  const words = Object.fromEntries(
    Object.entries({ ...polish.site, ...changes }).filter((entry): entry is [string, string] => entry[1] !== undefined),
  );
  return compareWords({ site: words }, english, 'pl-PL', 'pl');
};

describe('words of one language', () => {
  test('a complete language has no fault', () => {
    expect(faultsOf({})).toEqual([]);
  });

  const faults: readonly (readonly [string, Readonly<Record<string, string | undefined>>, string])[] = [
    ['a key is missing', { hello: undefined }, 'pl site: "hello" is missing.'],
    ['a key is not in English', { bye: 'Pa' }, 'pl site: "bye" is not in English.'],
    ['a text is empty', { hello: ' ' }, 'pl site: "hello" is empty.'],
    [
      'a price is in one currency',
      { hello: 'Cześć {{name}}: 5 zł' },
      'pl site: "hello" names an amount in one currency; prices come from placeholders, by the visitor’s country.',
    ],
    ['a placeholder is lost', { hello: 'Cześć' }, 'pl site: "hello" lacks the placeholder {{name}}.'],
    [
      'a placeholder is strange',
      { hello: 'Cześć {{name}} {{age}}' },
      'pl site: "hello" has the placeholder {{age}}, which English has not.',
    ],
    ['a plural form is missing', { likes_few: undefined }, 'pl site: "likes_few" is missing.'],
    ['a plural form is of another language', { likes_two: '{{count}}' }, 'pl site: "likes_two" is not in English.'],
    ['markup is lost', { terms: 'Przeczytaj regulamin' }, 'pl site: "terms" has other markup than English.'],
  ];
  test.each(faults)('%s', (_case, changes, sentence) => {
    expect(faultsOf(changes)).toContain(sentence);
  });

  test('forms that only millions use are optional', () => {
    const french = { site: { hello: '{{name}}', likes_one: '{{count}}', likes_other: '{{count}}', terms: '<a>x</a>' } };
    expect(compareWords(french, english, 'fr-FR', 'fr')).toEqual([]);
    expect(compareWords({ site: { ...french.site, likes_many: '{{count}}' } }, english, 'fr-FR', 'fr')).toEqual([]);
  });
});

test('SA3: only a sender who gave an address is promised a receipt of the complaint, and an answer', () => {
  const ifs = {
    ...{ da: 'Hvis', de: 'Wenn', en: 'If', es: 'Si', fi: 'Jos', fr: 'Si' },
    ...{ it: 'Se', nb: 'Hvis', nl: 'Als', pl: 'Jeśli', sv: 'Om' },
  };
  for (const site of loadSites(process.cwd()))
    for (const [language, word] of Object.entries(ifs)) {
      const text = site.texts(language)['account']?.['complaint_sent_text'];
      expect(text, `${site.folder} ${language}`).toMatch(new RegExp(`^${word} [^.]* 14\\s[^.]*\\. [^.]+\\.$`));
    }
});

describe('the folders', () => {
  let copy: ProjectCopy;
  beforeAll(() => {
    copy = copyProject();
  });
  afterAll(() => copy.remove());

  test('every language is complete', () => {
    expect(check(join(import.meta.dirname, '..')).faults).toEqual([]);
  });

  test('planted faults are found', () => {
    writeFileSync(copy.path('locales/nl/site.json'), '{"none_such": "x"}');
    writeFileSync(copy.path('locales/de/strange.json'), '{}');
    rmSync(copy.path('locales/fr/site.json'));
    mkdirSync(copy.path('niches/otters/locales'), { recursive: true });
    writeFileSync(copy.path('niches/otters/locales/en.json'), '{"site": {"none_such": "x"}}');
    writeFileSync(copy.path('niches/otters/locales/xx.json'), '{}');
    appendFileSync(copy.path('locales/fr/pages/faq.md'), '\nUn message coûte 1,20 €.\n');
    mkdirSync(copy.path('niches/otters/pages'), { recursive: true });
    writeFileSync(copy.path('niches/otters/pages/offer.en.md'), '---\ntitle: x\n---\n\nOnly $5 today.\n');
    copy.setField('locales/countries.json', 'US', ['en', 'xx']);
    copy.setField('locales/countries.json', 'PL', ['en']);
    const { faults } = check(copy.root);
    expect(faults).toEqual(
      expect.arrayContaining([
        'locales/nl site: "none_such" is not in English.',
        'locales/de: the namespace "strange" is not in locales/en.',
        'locales/fr/site.json: is missing; English has it.',
        'niches/otters/locales/en.json site: "none_such" is not in English.',
        'niches/otters/locales/xx.json: there is no folder locales/xx.',
        `locales/fr/pages/faq.md: ${FIXED_PRICE}`,
        `niches/otters/pages/offer.en.md: ${FIXED_PRICE}`,
        'locales/countries.json: US names "xx", but there is no folder locales/xx.',
        'locales/countries.json: no country has the language "pl"; add it to those where it is read.',
      ]),
    );
  });

  test('a wrong locale.json is named', () => {
    writeFileSync(copy.path('locales/sv/locale.json'), '{"label": "Svenska", "tag": "sv-SE", "direction": "up"}');
    expect(check(copy.root).faults).toEqual([
      'locales/sv/locale.json: field "direction" must be one of "ltr", "rtl", but is "up".',
    ]);
  });
});
