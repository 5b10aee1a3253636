// A brand and a language are each one folder without code; a fault in a folder is reported in one sentence.
import { existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { check, resolveConfig } from 'prettier';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { loadSite, loadSites, nicheFolders } from '#site/load';
import { checkSiteSettings } from '#site/site-settings';
import { copyProject, type ProjectCopy } from './support/project-copy.ts';

let copy: ProjectCopy;
beforeAll(() => {
  copy = copyProject();
});
afterAll(() => copy.remove());

/** Its pages answer translators who know their addresses. Nothing leads to them but their own links. */
function hidesDraft(niche: string): void {
  const page = (path: string): string => copy.text(`dist/${niche}/${path}`);
  const draft = page('pt.html');
  expect.soft(draft).toContain('<meta name="robots" content="noindex"');
  expect.soft(draft).not.toMatch(/rel="(canonical|alternate)"/);
  expect.soft(draft).not.toMatch(/data-language="pt"/);
  expect(page('index.html')).toMatch(/rel="alternate" hreflang="de"/);
  for (const path of ['index.html', 'de.html', 'lang-config.html', 'settings.html', 'sitemap.xml']) {
    const found = page(path);
    expect.soft(found, path).toMatch(/["/]de["/<]/);
    expect.soft(found, path).not.toMatch(/"\/pt\b|\/pt[/<]|Português|hreflang="pt/);
  }
}

describe('a new folder is enough', { timeout: 900_000 }, () => {
  test('LA19 SH4 SI17: a new niche and a new language build without a change to the code', () => {
    copy.keepLanguages('en', 'de');
    expect(copy.script('new', 'niche', 'invented')).toMatchObject({
      code: 0,
      output: expect.stringContaining('niches/invented/niche.json'),
    });
    expect(copy.script('new', 'locale', 'pt')).toMatchObject({ code: 0, output: expect.stringContaining('Português') });
    expect(loadSite(copy.root, 'invented')).toMatchObject({
      name: 'Invented',
      id: Math.max(...loadSites(copy.root).map((site) => site.id)),
    });

    copy.setField('locales/countries.json', 'DE', ['de', 'pt']);
    rmSync(copy.path('niches', 'invented', 'public', 'film'), { recursive: true });
    copy.setField('niches/invented/niche.json', 'entry_popup', false);
    copy.setField('niches/invented/niche.json', 'us_footer', false);
    mkdirSync(copy.path('niches', 'invented', 'pages'));
    writeFileSync(
      copy.path('niches', 'invented', 'pages', 'house-rules.en.md'),
      '---\ntitle: House rules of {{name}}\ndescription: How we talk here.\n---\n\n## Be kind\n\nWrite to {{support_email}}.\n',
    );
    const { code, output } = copy.script('build', '--fast', 'invented');
    expect(output).toContain('Invented');
    expect(code, output).toBe(0);
    expect(copy.text('dist/invented/index.html')).toContain('Invented');
    expect(copy.text('dist/invented/pt.html')).toMatch(/<html[^>]* lang="pt-PT"/);
    hidesDraft('invented');
    // Without a film of its own its film landers show the hero, the transcript and the texts of the scenes.
    const film = copy.text('dist/invented/landers/video.html');
    expect(film).not.toMatch(/<video|\/film\//);
    expect(film).toMatch(/<div class="screen"[^>]*> ?<img src="data:image\/avif/);
    expect(film).toMatch(/<details class="transcript" open/);
    expect(copy.text('dist/invented/landers/transitionsvideolanding.html')).not.toContain('/film/');
    // Pages that the operator disabled are absent, and their own page exists in every language.
    const help = copy.text('dist/invented/pages/faq.html');
    expect(help, 'LA19').not.toContain('<dialog class="entry-warning"');
    expect(help, 'SH4').not.toContain('<p class="footer-us"');
    for (const path of ['house-rules', 'de/house-rules'])
      expect(copy.text(`dist/invented/${path}.html`), 'SI17').toMatch(/<h1[^>]*>House rules of Invented<\/h1>/);
    expect(copy.text('dist/invented/house-rules.html')).toContain(
      loadSite(copy.root, 'invented').siteSettings.support_email,
    );
    expect(existsSync(copy.path('dist', nicheFolders(copy.root).find((name) => name !== 'invented') ?? ''))).toBe(
      false,
    );
  });

  test('a niche is copied from the one named, is formatted, and says which texts still name that one', async () => {
    const model = loadSites(copy.root).findLast(({ folder }) => folder !== 'invented');
    const { code, output } = copy.script('new', 'niche', 'invented-twin', '--from', model?.folder ?? '');
    expect(output).toContain(`as a copy of niches/${model?.folder}.`);
    expect(output).toContain(`niches/invented-twin/public/logo.svg still says "${model?.name}"`);
    expect([code, existsSync(copy.path('niches/invented-twin/locales'))]).toEqual([0, true]);
    const style = await resolveConfig('niches/a/niche.json');
    const text = copy.text('niches/invented-twin/niche.json');
    expect(await check(text, { ...style, parser: 'json' })).toBe(true);
    expect(loadSite(copy.root, 'invented-twin').siteSettings.countries).toEqual(model?.siteSettings.countries);
    expect(copy.script('new', 'niche', 'invented-third', '--from', 'nosuch')).toMatchObject({
      code: 1,
      output: expect.stringMatching(/^There is no niche "nosuch" to copy; niches\/ has: [^\n]*\n$/),
    });
    rmSync(copy.path('niches/invented-twin'), { recursive: true });
  });

  test('neither command overwrites existing files', () => {
    const [first = ''] = nicheFolders(copy.root);
    expect(copy.script('new', 'niche', first)).toMatchObject({ code: 1, output: `The name "${first}" is taken.\n` });
    // They would share a folder of dist/ with what is built beside the brands.
    for (const name of ['hosting', 'console'])
      expect(copy.script('new', 'niche', name)).toMatchObject({ code: 1, output: `The name "${name}" is taken.\n` });
    expect(copy.script('new', 'locale', 'en')).toMatchObject({ code: 1, output: 'locales/en is there already.\n' });
  });
});

describe('a broken niche.json is named in one sentence: file, field, mistake', () => {
  const folder = 'broken';
  const file = `niches/${folder}/niche.json`;
  const faults: readonly (readonly [string, string, unknown, string])[] = [
    ['a field is missing', 'domain', undefined, 'field "domain" is missing; it must be a string.'],
    ['a number is a text', 'id', 'eight', 'field "id" must be a number, but is "eight".'],
    [
      'a value is not on the list',
      'signups',
      'some',
      'field "signups" must be one of "all", "with_trafficsource", "other", but is "some".',
    ],
    [
      'what is told of accounts is unknown',
      'account_disclosure',
      'secret',
      'field "account_disclosure" must be one of "open", "neutral", but is "secret".',
    ],
    ['a list is empty', 'countries', [], 'field "countries" is too small: at least 1, but is [].'],
    ['a format is wrong', 'support_email', 'help', 'field "support_email" has the wrong format (email): "help".'],
    [
      'a field is unknown',
      'colour',
      'red',
      'the file has the unknown key "colour"; remove it or correct its spelling.',
    ],
    [
      'a person is too young',
      'members',
      { mix: [{ gender: 'female', sexuality: 'bi', share: 1 }], ages: { min: 17, max: 40 }, tags: ['x'] },
      'field "members.ages.min" is too small: at least 18, but is 17.',
    ],
  ];
  test.each(faults)('%s', (_case, field, value, sentence) => {
    const [model = ''] = nicheFolders(copy.root);
    mkdirSync(copy.path('niches', folder), { recursive: true });
    writeFileSync(copy.path(file), copy.text(`niches/${model}/niche.json`));
    copy.setField(file, field, value);
    expect(() => loadSite(copy.root, folder)).toThrow(`${file}: ${sentence}`);
  });

  test('the build prints just that and fails', () => {
    writeFileSync(copy.path(file), '{ "id": 1, ');
    const { code, output } = copy.script('build', folder);
    expect(code).toBe(1);
    expect(output.trim()).toMatch(/^niches\/broken\/niche\.json: is not valid JSON \(.+\)\.$/);
  });
});

describe('other faults', () => {
  test('an unknown niche is answered with the list of folders', () => {
    expect(() => loadSite(copy.root, 'nowhere')).toThrow(
      `There is no niche "nowhere"; niches/ has: ${nicheFolders(copy.root).join(', ')}.`,
    );
  });

  test('two niches with one number are refused', () => {
    const twin = copyProject();
    const [one = '', two = ''] = nicheFolders(twin.root);
    twin.setField(`niches/${two}/niche.json`, 'id', JSON.parse(twin.text(`niches/${one}/niche.json`)).id);
    expect(() => loadSites(twin.root)).toThrow(/"id" or "domain" is the same as in niches\//);
    twin.remove();
  });

  test('a settings payload with an invalid field, or for another niche, is refused by name', () => {
    const [folder = ''] = nicheFolders(copy.root);
    const { siteSettings, id } = loadSite(copy.root, folder);
    expect(() => checkSiteSettings({ ...siteSettings, refund_days: 'many' }, id, 'settings.php')).toThrow(
      'settings.php: field "refund_days" must be a number, but is "many".',
    );
    const without = checkSiteSettings({ ...siteSettings, verified_photos: false }, id, 'settings.php');
    expect(siteSettings.search_fields).toContain('verified');
    expect(without.search_fields).toEqual(siteSettings.search_fields.filter((field) => field !== 'verified'));
    expect(() => checkSiteSettings({ ...siteSettings, return_days: 1 }, id, 'settings.php')).toThrow(/2 days or more/);
    expect(() => checkSiteSettings(siteSettings, id + 1, 'settings.php')).toThrow(
      `settings.php: field "niche" is ${id}, but the niche being built is ${id + 1}.`,
    );
  });

  test('a niche may override settings in a file of its own, which is validated too', () => {
    const [folder = ''] = nicheFolders(copy.root);
    const file = `niches/${folder}/settings.json`;
    writeFileSync(copy.path(file), JSON.stringify({ message_credits: 3 }));
    expect(loadSite(copy.root, folder).siteSettings.message_credits).toBe(3);
    writeFileSync(copy.path(file), JSON.stringify({ message_credits: -1 }));
    expect(() => loadSite(copy.root, folder)).toThrow(
      `${file}: field "message_credits" is too small: at least 0, but is -1.`,
    );
  });
});
