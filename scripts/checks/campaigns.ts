// Finds campaigns whose words are missing in a language, where pages would quietly show the English ones.
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { readJson, type LanguageInfo } from '#site/texts';
import { wordsOf } from '../campaign-words.ts';
import type { Spaces } from './words.ts';

type Texts = Spaces[string];

/** English with the words of the niche's own campaigns, which its translations may then have as well. */
export function withCampaigns(root: string, niche: string, english: Spaces): Spaces {
  const own = ownTexts(root, niche, 'en');
  const known = slugsOf(root, niche).flatMap(wordsOf);
  const added = Object.fromEntries(Object.entries(own).filter(([key]) => known.includes(key)));
  return { ...english, campaigns: { ...added, ...english['campaigns'] } };
}

/** `wordsIn` answers the texts of campaigns that all niches share, in one language. */
export function campaignFaults(
  root: string,
  niche: string,
  languages: readonly LanguageInfo[],
  wordsIn: (code: string) => Texts,
): string[] {
  const slugs = slugsOf(root, niche);
  if (slugs.length === 0) return [];
  return languages.flatMap(({ code, label }) => {
    const there = { ...wordsIn(code), ...ownTexts(root, niche, code) };
    return slugs.flatMap((slug) =>
      wordsOf(slug)
        .filter((key) => !(key in there))
        .map(
          (key) =>
            `niches/${niche}/locales/${code}.json campaigns: "${key}" is missing: the campaign "${slug}" has no words in ${label}.`,
        ),
    );
  });
}

function slugsOf(root: string, niche: string): string[] {
  const path = `niches/${niche}/niche.json`;
  if (!existsSync(join(root, path))) return [];
  const { campaigns = [] } = readJson(root, path) as { campaigns?: readonly { readonly slug: string }[] };
  return campaigns.map(({ slug }) => slug);
}

function ownTexts(root: string, niche: string, code: string): Texts {
  const path = `niches/${niche}/locales/${code}.json`;
  return existsSync(join(root, path)) ? ((readJson(root, path) as Spaces)['campaigns'] ?? {}) : {};
}
