// `npm run new niche NAME` and `npm run new locale CODE`: creates the folder of a brand or a language, and prints what
// to edit.
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { format, resolveConfig } from 'prettier';
import { SiteError } from '#site/parse-file';
import { loadSites } from '#site/load';
import { readJson, readLanguages } from '#site/texts';
import { readArguments, UsageError } from './arguments.ts';
import { placesOf } from './checks/niche-names.ts';

const root = process.cwd();

/** Folders of dist/ that are no brand's, and a word of this command. */
const RESERVED: readonly string[] = ['hosting', 'console', 'new'];

interface NicheJson {
  readonly company: object;
}

/** Copies a niche, the first one unless named, with the next number and a name and domain of its own. */
async function newNiche(name: string, from: string | undefined): Promise<string> {
  refuseName(name);
  const sites = loadSites(root);
  const model = from === undefined ? sites[0] : sites.find(({ folder }) => folder === from);
  if (!model && from !== undefined)
    throw new SiteError(
      `There is no niche "${from}" to copy; niches/ has: ${sites.map(({ folder }) => folder).join(', ')}.`,
    );
  if (!model) throw new SiteError('niches/: has no folder to start from.');
  const folder = join(root, 'niches', name);
  cpSync(join(root, 'niches', model.folder), folder, { recursive: true });
  const brand = name.replaceAll(
    /(^|-)(.)/g,
    (_, hyphen: string, letter: string) => (hyphen && ' ') + letter.toUpperCase(),
  );
  const file = join(folder, 'niche.json');
  const old = JSON.parse(readFileSync(file, 'utf8')) as NicheJson;
  const domain = `${name}.example`;
  const own = {
    ...old,
    id: Math.max(...sites.map((site) => site.id)) + 1,
    name: brand,
    domain,
    support_email: `help@${domain}`,
    mail_name: brand,
    company: { ...old.company, tradenames: [brand] },
  };
  // As Prettier wants it, so that the new folder passes the checks as it is.
  const style = (await resolveConfig(file)) ?? {};
  writeFileSync(file, await format(JSON.stringify(own), { ...style, filepath: file }));
  mkdirSync(join(folder, 'locales'), { recursive: true });
  for (const own of ['settings.json', 'prices.json']) rmSync(join(folder, own), { force: true });
  loadSites(root);
  return [
    `Made niches/${name} as a copy of niches/${model.folder}. Now make it its own:`,
    `  niches/${name}/niche.json        domain, company, support, countries, who joins`,
    `  niches/${name}/_variables.scss   colours, shapes and type`,
    `  niches/${name}/_overrides.scss   touch-ups`,
    `  niches/${name}/public            logo, icons, hero and share pictures, display face, film`,
    `  niches/${name}/locales           the words that this brand says differently`,
    ...namedIn(folder, model.name).map((path) => `  niches/${name}/${path} still says "${model.name}"`),
    `Then: npm run build ${name} && npm run check`,
  ].join('\n');
}

/** A name with which `npm run check` would find fault is none to begin with. */
function refuseName(name: string): void {
  if (!/^(?=.{2,30}$)[a-z][a-z0-9]*(-[a-z0-9]+)*$/.test(name))
    throw new SiteError(`"${name}" cannot be a folder name: use 2 to 30 small letters, digits and hyphens.`);
  if (RESERVED.includes(name) || existsSync(join(root, 'niches', name)))
    throw new SiteError(`The name "${name}" is taken.`);
  const [used] = placesOf(root, [name]);
  if (used)
    throw new SiteError(
      `"${name}" is a word of the code (${used.place}), which may not name a brand: choose another folder, such as ${name}-dating; "name" in its niche.json may still be anything.`,
    );
}

/** The texts of a folder that name the brand they were copied from. */
const namedIn = (folder: string, brand: string): string[] =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((path) => /\.(json|md|scss|svg)$/.test(path) && path !== 'niche.json')
    .filter((path) => new RegExp(`\\b${brand}\\b`).test(readFileSync(join(folder, path), 'utf8')))
    .sort();

/** Copies English under a new code, as a draft with the language's own name, tag and plural forms. */
function newLocale(code: string, region: string | undefined): string {
  const tag = languageTag(code, region);
  if (readLanguages(root).some((language) => language.code === code))
    throw new SiteError(`locales/${code} is there already.`);
  const own = new Intl.DisplayNames([tag], { type: 'language' }).of(code) ?? code;
  const label = own.charAt(0).toLocaleUpperCase(tag) + own.slice(1);
  const folder = join(root, 'locales', code);
  // Staff read English.
  cpSync(join(root, 'locales/en'), folder, { recursive: true, filter: (path) => basename(path) !== 'staff' });
  const forms = new Intl.PluralRules(tag).resolvedOptions().pluralCategories;
  for (const file of readdirSync(folder).filter((name) => name.endsWith('.json')))
    writeJson(join(folder, file), withForms(readJson(root, `locales/en/${file}`) as Words, forms));
  writeJson(join(folder, 'locale.json'), { label, tag, direction: directionOf(tag), draft: true });
  readLanguages(root);
  return [
    `Made locales/${code} (${label}, ${tag}) with the English words, as a draft: no visitor is led to it. Now translate it:`,
    `  locales/${code}/*.json       every text; keys and {{placeholders}} stay as they are`,
    `  locales/${code}/pages/*.md   legal and long texts`,
    `  locales/countries.json   add "${code}" to the countries that speak it`,
    `  locales/glossary.md      add a column with the terms of "${code}"`,
    `Plural keys have the forms of ${label}: ${forms.join(', ')}. Without "draft" in its locale.json it is published, and npm run check names what is missing.`,
  ].join('\n');
}

type Words = Readonly<Record<string, string>>;

/** English has two plural forms; a language that has others gets the text of `_other` for them. */
const withForms = (words: Words, forms: readonly string[]): Words =>
  Object.fromEntries(
    Object.entries(words).flatMap(([key, text]) => {
      const stem = key.replace(/_(one|other)$/, '');
      if (!(`${stem}_other` in words) || stem === key) return [[key, text]];
      if (!key.endsWith('_other')) return forms.includes('one') ? [[key, text]] : [];
      return forms.filter((form) => form !== 'one').map((form) => [`${stem}_${form}`, text]);
    }),
  );

const writeJson = (file: string, value: object): void => writeFileSync(file, `${JSON.stringify(value, null, 2)}\n`);

/** Where a new language is at home, when most people who speak it live outside of Europe; English is there already. */
const HOMES: Readonly<Partial<Record<string, string>>> = { pt: 'PT' };

function languageTag(code: string, asked: string | undefined): string {
  const isKnown =
    /^[a-z]{2}$/.test(code) &&
    new Intl.DisplayNames(['en'], { type: 'language', fallback: 'none' }).of(code) !== undefined;
  if (!isKnown) throw new SiteError(`"${code}" is no two-letter language code (ISO 639-1).`);
  const region = asked ?? HOMES[code] ?? new Intl.Locale(code).maximize().region ?? '';
  if (
    !/^[A-Z]{2}$/.test(region) ||
    new Intl.DisplayNames(['en'], { type: 'region', fallback: 'none' }).of(region) === undefined
  )
    throw new SiteError(`"${region}" is no code of a country (ISO 3166), such as ${HOMES['pt']}.`);
  return Intl.getCanonicalLocales(`${code}-${region}`)[0] ?? code;
}

const directionOf = (tag: string): 'ltr' | 'rtl' =>
  ['Arab', 'Hebr', 'Thaa', 'Syrc', 'Nkoo'].includes(new Intl.Locale(tag).maximize().script ?? '') ? 'rtl' : 'ltr';

const command = {
  usage: `Usage: npm run new niche NAME -- [--from NICHE], or npm run new locale CODE -- [--region COUNTRY]
  niche NAME   starts a brand as a copy of the first one, or of the one named with --from
  locale CODE  starts a language, two letters of ISO 639-1, as a draft with the English words; it is written as in
               its European home, or in the country named with --region: pt is pt-PT, with --region BR pt-BR`,
  options: { from: { type: 'string' }, region: { type: 'string' } },
  names: 2,
} as const;
const { positionals, values } = readArguments(command, ({ positionals: [kind, name] }) => {
  if ((kind !== 'niche' && kind !== 'locale') || !name) throw new UsageError('Say what is new, and its name.');
});
const [kind, name = ''] = positionals;
try {
  console.log(kind === 'niche' ? await newNiche(name, values.from) : newLocale(name, values.region));
} catch (error) {
  console.error(error instanceof SiteError ? error.message : error);
  process.exitCode = 1;
}
