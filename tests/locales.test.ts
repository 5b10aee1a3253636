// The languages are complete, and their check reports each kind of fault.
import { appendFileSync, cpSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { check as glossary } from '#scripts/checks/glossary';
import { check } from '#scripts/checks/locales';
import { compareWords, FIXED_PRICE } from '#scripts/checks/words';
import { loadSite, loadSites, nicheFolders } from '#site/load';
import { readLanguages } from '#site/texts';
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

test('DB5 DE12: the share of fictional profiles is typed nowhere: answers and terms lead to where it is counted', () => {
  for (const { code } of readLanguages(process.cwd()))
    for (const page of ['faq', 'terms']) {
      const text = readFileSync(`locales/${code}/pages/${page}.md`, 'utf8');
      expect(text, `${code} ${page}`).not.toContain('%');
      const [said = '', ...others] = text.split('\n').filter((line) => line.includes('](route:trust)'));
      expect([said.replace(/^8\.1 /, ''), others], `${code} ${page}`).toEqual([
        expect.stringMatching(/^[^\d%{]+$/),
        [],
      ]);
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

  /** Puts back what a test changes in the copy. */
  const restores = (...paths: readonly string[]): void =>
    onTestFinished(() => {
      for (const path of paths) {
        rmSync(copy.path(path), { recursive: true, force: true });
        if (existsSync(path)) cpSync(path, copy.path(path), { recursive: true });
      }
    });

  test('a draft may be in English and has all its plural forms; once published it may not', () => {
    restores('locales/pl', 'locales/countries.json');
    rmSync(copy.path('locales/pl'), { recursive: true });
    expect(copy.script('new', 'locale', 'pl').code).toBe(0);
    expect(Object.keys(JSON.parse(copy.text('locales/pl/members.json')) as object)).toEqual(
      expect.arrayContaining(['one', 'few', 'many', 'other'].map((form) => expect.stringMatching(`_${form}$`))),
    );
    copy.setField('locales/countries.json', 'PL', ['en']);
    expect(check(copy.root)).toEqual({ faults: [], note: 'drafts: pl' });
    // Nor does the glossary want it translated.
    expect(glossary(copy.root).faults).toEqual([]);
    copy.setField('locales/pl/locale.json', 'draft', false);
    expect(check(copy.root).faults).toEqual(
      expect.arrayContaining([
        expect.stringMatching(/^locales\/pl\/site\.json: ".*" is the English text; translate it\.$/),
        'locales/countries.json: no country has the language "pl"; add it to those where it is read.',
      ]),
    );
    expect(glossary(copy.root).faults).not.toEqual([]);
  });

  test('neither English nor the language that a domain leads visitors to may be a draft', () => {
    const [niche = ''] = nicheFolders(copy.root);
    restores('locales/en/locale.json', 'locales/pl/locale.json', `niches/${niche}/niche.json`);
    copy.setField('locales/pl/locale.json', 'draft', true);
    expect(check(copy.root).faults).toEqual([]);
    copy.setField(`niches/${niche}/niche.json`, 'domain_language', 'pl');
    expect(check(copy.root).faults).toEqual([
      `niches/${niche}/niche.json: "domain_language" is "pl", which is a draft; publish it or name another.`,
    ]);
    copy.setField('locales/en/locale.json', 'draft', true);
    expect(check(copy.root).faults).toEqual([expect.stringMatching(/^locales\/en\/locale\.json: "draft" is set/)]);
  });

  test.each([
    ['pt', [], 'pt-PT'],
    ['pt', ['--region', 'BR'], 'pt-BR'],
  ])('a new language %s %j is tagged %s', (code, args, tag) => {
    restores(`locales/${code}`);
    expect(copy.script('new', 'locale', code, ...args).code).toBe(0);
    expect(readLanguages(copy.root).find((language) => language.code === code)).toMatchObject({ tag, draft: true });
    expect(existsSync(copy.path(`locales/${code}/staff`))).toBe(false);
  });

  test.each(['xx', 'Brazil'])('a region %s that is none is refused', (region) => {
    expect(copy.script('new', 'locale', 'pt', '--region', region)).toEqual({
      code: 1,
      output: `"${region}" is no code of a country (ISO 3166), such as PT.\n`,
    });
    expect(existsSync(copy.path('locales/pt'))).toBe(false);
  });

  test('a campaign of one niche has its words in that niche, in every language, translated', () => {
    const [niche = ''] = nicheFolders(copy.root);
    const codes = readLanguages(copy.root).map(({ code }) => code);
    const file = (code: string): string => `niches/${niche}/locales/${code}.json`;
    restores(`niches/${niche}`);
    const { campaigns } = JSON.parse(copy.text(`niches/${niche}/niche.json`)) as { campaigns: { slug: string }[] };
    copy.setField(`niches/${niche}/niche.json`, 'campaigns', [...campaigns, { ...campaigns[0], slug: 'spring' }]);
    const missing = (key: string) => expect.stringMatching(`"spring_${key}" is missing: .*"spring" has no words in`);
    expect(check(copy.root).faults).toEqual(codes.flatMap(() => [missing('title'), missing('action')]));
    expect(check(copy.root).faults).toContain(
      `${file('nl')} campaigns: "spring_title" is missing: the campaign "spring" has no words in Nederlands.`,
    );
    mkdirSync(copy.path('niches', niche, 'locales'), { recursive: true });
    for (const code of codes) {
      const others = existsSync(copy.path(file(code))) ? (JSON.parse(copy.text(file(code))) as object) : {};
      const words = { spring_title: `Spring of ${code} is here again.`, spring_action: `Go ${code}` };
      writeFileSync(copy.path(file(code)), JSON.stringify({ ...others, campaigns: words }));
    }
    expect(check(copy.root).faults).toEqual([]);
    expect(loadSite(copy.root, niche).texts('nl')['campaigns']?.['spring_title']).toBe('Spring of nl is here again.');
    // Words of a campaign that this niche does not have, and English words.
    const english = { spring_title: 'Spring of en is here again.', spring_action: 'Los', autumn_title: 'Herfst' };
    copy.setField(file('nl'), 'campaigns', english);
    expect(check(copy.root).faults).toEqual([
      `${file('nl')} campaigns: "autumn_title" is not in English.`,
      `${file('nl')} campaigns: "spring_title" is the English text; translate it.`,
    ]);
  });

  test('planted faults are found', () => {
    writeFileSync(copy.path('locales/nl/site.json'), '{"none_such": "x"}');
    writeFileSync(copy.path('locales/de/strange.json'), '{}');
    rmSync(copy.path('locales/fr/site.json'));
    mkdirSync(copy.path('niches/invented/locales'), { recursive: true });
    writeFileSync(copy.path('niches/invented/locales/en.json'), '{"site": {"none_such": "x"}}');
    writeFileSync(copy.path('niches/invented/locales/xx.json'), '{}');
    appendFileSync(copy.path('locales/fr/pages/faq.md'), '\nUn message coûte 1,20 €.\n');
    mkdirSync(copy.path('niches/invented/pages'), { recursive: true });
    writeFileSync(copy.path('niches/invented/pages/offer.en.md'), '---\ntitle: x\n---\n\nOnly $5 today.\n');
    copy.setField('locales/countries.json', 'US', ['en', 'xx']);
    copy.setField('locales/countries.json', 'PL', ['en']);
    const { faults } = check(copy.root);
    expect(faults).toEqual(
      expect.arrayContaining([
        'locales/nl site: "none_such" is not in English.',
        'locales/de: the namespace "strange" is not in locales/en.',
        'locales/fr/site.json: is missing; English has it.',
        'niches/invented/locales/en.json site: "none_such" is not in English.',
        'niches/invented/locales/xx.json: there is no folder locales/xx.',
        `locales/fr/pages/faq.md: ${FIXED_PRICE}`,
        `niches/invented/pages/offer.en.md: ${FIXED_PRICE}`,
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
