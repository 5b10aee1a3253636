// The texts that a region of a language writes differently, one file per region: locales/en-US.json.
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { memoize } from './memoize.ts';
import { NicheWords } from './niche-file.ts';
import { parseFile } from './parse-file.ts';
import { readJson, type Texts } from './texts.ts';

/** Language → the tags of regions with words of their own. */
const REGIONS: Readonly<Partial<Record<string, readonly string[]>>> = { en: ['en-US'] };

const fileOf = memoize((tag: string): Texts => {
  const path = `locales/${tag}.json`;
  if (!existsSync(join(process.cwd(), path))) return {};
  return parseFile(NicheWords, readJson(process.cwd(), path), path);
});

/** Tag → the texts of those namespaces that differ there; undefined for a language that is written in one way. */
export function regionalTexts(
  language: string,
  spaces: readonly string[],
): Readonly<Record<string, Texts>> | undefined {
  const tags = REGIONS[language];
  if (!tags) return undefined;
  return Object.fromEntries(
    tags.map((tag) => [
      tag,
      Object.fromEntries(Object.entries(fileOf(tag)).filter(([space]) => spaces.includes(space))),
    ]),
  );
}
