// The check of the glossary finds a term lost in a brand's text and in a paragraph of a page, and each French space.
import { describe, expect, test } from 'vitest';
import { check } from '#scripts/checks/glossary';
import { smallProjects } from '../support/small-projects.ts';

const { project } = smallProjects();
const table = '|---|---|---|\n';
const glossary = `# G\n\n## Terms\n\n| English | fr |\n${table}| credit | crédit |\n| profile | profil |\n\n## Never\n\n| language | never | because | instead |\n${table}`;
const faultsIn = (name: string, files: Readonly<Record<string, string>>): string[] =>
  check(project(name, { 'locales/glossary.md': glossary, 'locales/en/site.json': '{"a": "Your credits"}', ...files }))
    .faults as string[];
const lacks = (where: string, text: string, term = 'credit', stem = 'crédit'): string =>
  `${where}: "${text}" lacks the term for "${term}" (${stem}).`;

describe('terms', () => {
  test('a brand’s text is held to its own English one, or else to that of the product', () => {
    const files = {
      'locales/fr/site.json': '{"a": "Tes crédits"}',
      'niches/one/locales/en.json': '{"site": {"b": "More credits"}, "landers": {"alt": "Two people in profile"}}',
      'niches/one/locales/fr.json':
        '{"site": {"a": "Tes pièces", "b": "Plus de pièces"}, "landers": {"alt": "Deux personnes de côté"}}',
      'niches/two/locales/en.json': '{"site": {"a": "Nothing to pay"}}',
      'niches/two/locales/fr.json': '{"site": {"a": "Rien à payer"}}',
      'niches/three/locales/fr.json': '{"site": {"a": "Tes {{credits}} pièces"}}',
    };
    expect(faultsIn('brand-terms', files)).toEqual([
      lacks('niches/one/locales/fr.json: site: a', 'Tes pièces'),
      lacks('niches/one/locales/fr.json: site: b', 'Plus de pièces'),
      lacks('niches/three/locales/fr.json: site: a', 'Tes {{credits}} pièces'),
    ]);
  });

  test('a page is compared paragraph by paragraph, without addresses and placeholders', () => {
    const files = {
      'locales/en/pages/faq.md':
        '---\ntitle: Credits\n---\n\n{{credits}} and more.\n\nCredits are\nbought [here](route:profile).\n\nYour profile.\n',
      'locales/fr/pages/faq.md':
        '---\ntitle: Crédits\n---\n\nEt plus.\n\nLes pièces\ns’achètent [ici](route:profile).\n\nTon [dos](route:profil).\n',
      'locales/en/pages/terms.md': 'Credits.\n\nA credit or debit card.\n',
      'locales/fr/pages/terms.md': 'Crédits.\n\nUne carte bancaire.\n',
    };
    expect(faultsIn('page-terms', files)).toEqual([
      lacks('locales/fr/pages/faq.md:7', 'Les pièces\ns’achètent [ici](route:profile).'),
      lacks('locales/fr/pages/faq.md:10', 'Ton [dos](route:profil).', 'profile', 'profil'),
    ]);
  });

  test('a page that has other paragraphs than English is named, since its terms cannot be compared', () => {
    const files = {
      'locales/en/pages/faq.md': 'Credits.\n\nA profile.\n',
      'locales/fr/pages/faq.md': 'Des pièces et un portrait.\n',
    };
    expect(faultsIn('paragraphs', files)).toEqual([
      'locales/fr/pages/faq.md: has other paragraphs than English: 1 instead of 2.',
    ]);
  });
});

const [NARROW, BEFORE_COLON] = ['; ! ? and »', 'a colon'];
test.each([
  ['Oui ;', NARROW],
  ['Oui ; non', NARROW],
  ['Oui !', NARROW],
  ['Oui !\\nNon', NARROW],
  ['Oui ?', NARROW],
  ['«\u202foui »', NARROW],
  ['Voir : ici', BEFORE_COLON],
  ['Voir :', BEFORE_COLON],
  ['Voir :\\nici', BEFORE_COLON],
  ['Voir :\\n\\nici', BEFORE_COLON],
])('a breaking space is found in French: %s', (text, before) => {
  const [fault, ...more] = faultsIn('spaces', { 'locales/fr/site.json': `{\n  "z": "${text}"\n}\n` });
  expect(more).toEqual([]);
  expect(fault).toContain('locales/fr/site.json:2: needs a');
  expect(fault).toContain(`before ${before}`);
});

test('French spaces that do not break are right, also in Markdown, where a list or a table may begin with a colon', () => {
  const said = 'Oui\u202f; non\u202f! Ou\u202f? Voir\u00a0: «\u202fici\u202f»';
  const files = {
    'locales/fr/site.json': `{\n  "z": "${said}",\n  "y": "Voir\u00a0:\\n- ici\u00a0:"\n}\n`,
    'locales/fr/pages/faq.md': `${said}\n\n| :--- | ---: |\n`,
  };
  expect(faultsIn('right-spaces', files)).toEqual([]);
});
