// Compares the texts of one language with the English ones: keys, empty texts, placeholders, markup and plural forms.

export type Spaces = Readonly<Record<string, Readonly<Record<string, string>>>>;

const PLURAL = /_(zero|one|two|few|many|other)$/;
const placeholders = (text: string): string[] =>
  [...text.matchAll(/\{\{\s*-?\s*([\w.]+)[^}]*\}\}/g)].map((match) => match[1] ?? '');
const tags = (text: string): string => [...text.matchAll(/<\/?[\w-]+/g)].map(String).sort().join(' ');

/**
 * Faults of `words` against `english`, each prefixed by `where`. With `some`, keys may be absent (a niche's overrides);
 * otherwise every key of English must be present, in all plural forms of `tag`.
 */
export function compareWords(
  words: Spaces,
  english: Spaces,
  tag: string,
  where: string,
  extent: 'all' | 'some' = 'all',
): string[] {
  const faults: string[] = [];
  for (const space of new Set([...Object.keys(english), ...Object.keys(words)])) {
    const [own, base] = [words[space], english[space]];
    if (!base) faults.push(`${where}: the namespace "${space}" is not in locales/en.`);
    else if (own) faults.push(...spaceFaults(own, base, tag, `${where} ${space}`, extent));
    else if (extent === 'all') faults.push(`${where}/${space}.json: is missing; English has it.`);
  }
  return faults;
}

function spaceFaults(
  own: Spaces[string],
  base: Spaces[string],
  tag: string,
  where: string,
  extent: 'all' | 'some',
): string[] {
  const wanted = wantedKeys(base, tag);
  const missing = extent === 'all' ? [...wanted.required].filter((key) => !(key in own)) : [];
  return [
    ...missing.map((key) => `${where}: "${key}" is missing.`),
    ...Object.entries(own).flatMap(([key, text]) => {
      if (!wanted.required.has(key) && !wanted.allowed.has(key)) return [`${where}: "${key}" is not in English.`];
      return textFaults(key, text, base).map((fault) => `${where}: "${key}" ${fault}`);
    }),
  ];
}

/** English keys in the plural forms of `tag`. Forms used only by numbers above 1,000 (millions) are optional. */
function wantedKeys(base: Spaces[string], tag: string): { required: Set<string>; allowed: Set<string> } {
  const required = new Set<string>();
  const allowed = new Set<string>();
  const rules = new Intl.PluralRules(tag);
  const usual = new Set<string>(['other', ...Array.from({ length: 1001 }, (_, count) => rules.select(count))]);
  for (const key of Object.keys(base)) {
    const stem = stemOf(key, base);
    if (!stem) required.add(key);
    else
      for (const form of rules.resolvedOptions().pluralCategories)
        (usual.has(form) ? required : allowed).add(`${stem}_${form}`);
  }
  return { required, allowed };
}

/** `matches_one` → `matches`, if English has its plural forms; else null. */
function stemOf(key: string, base: Spaces[string]): string | null {
  const stem = key.replace(PLURAL, '');
  return PLURAL.test(key) && `${stem}_other` in base ? stem : null;
}

/** An amount in one currency: a visitor from elsewhere pays in another. */
const MONEY = /[€£$]\s?[\d{]|[\d}]\s?(?:[€£$]|kr\b|zł)|\b(?:EUR|USD|GBP|DKK|SEK|NOK|PLN|CHF)\b/;
export const namesMoney = (text: string): boolean => MONEY.test(text);
export const FIXED_PRICE = 'names an amount in one currency; prices come from placeholders, by the visitor’s country.';

function textFaults(key: string, text: unknown, base: Spaces[string]): string[] {
  if (typeof text !== 'string') return ['must be a text.'];
  if (text.trim() === '') return ['is empty.'];
  const stem = stemOf(key, base);
  const model = base[key] ?? base[`${stem}_other`] ?? '';
  const full = stem ? (base[`${stem}_other`] ?? model) : model;
  const [found, wanted] = [new Set(placeholders(text)), new Set(placeholders(full))];
  const isFree = (name: string): boolean => stem !== null && name === 'count'; // "one like" need not contain the number
  const lost = [...wanted].filter((name) => !found.has(name) && !isFree(name));
  const strange = [...found].filter((name) => !wanted.has(name) && !isFree(name));
  return [
    ...lost.map((name) => `lacks the placeholder {{${name}}}.`),
    ...strange.map((name) => `has the placeholder {{${name}}}, which English has not.`),
    ...(tags(text) === tags(model) ? [] : ['has other markup than English.']),
    ...(namesMoney(text) ? [FIXED_PRICE] : []),
  ];
}
