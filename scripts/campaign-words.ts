// What a visitor would read in English on a page in another language.
import type { Site } from '#site/load';

/** The keys of the heading and the button of a campaign. */
export const wordsOf = (slug: string): readonly string[] => [`${slug}_title`, `${slug}_action`];

/** Whether heading or button of a campaign are missing in a language, or are still the English ones. */
export function lacksCampaign({ texts }: Site, language: string, slug: string): boolean {
  const english = texts('en')['campaigns'] ?? {};
  const own = language === 'en' ? english : (texts(language)['campaigns'] ?? {});
  return wordsOf(slug).some((key) => own[key] === undefined || (language !== 'en' && own[key] === english[key]));
}
