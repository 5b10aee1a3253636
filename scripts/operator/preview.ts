// Shows what a campaign says in every language of its niche, before it goes live.
import { translatorFor } from '#i18n/translator';
import { languageOf } from '#domain/languages';
import { pathOf, routes } from '#domain/routes';
import type { Site } from '#site/load';
import { UsageError } from '../arguments.ts';
import { lacksCampaign } from '../campaign-words.ts';
import { sitesOf } from './sites.ts';
import { tableLines } from './tabular.ts';

export const previewUsage = {
  calls: `       npm run operator -- preview NICHE CAMPAIGN [--json]`,
  explained: `preview shows heading and button of a campaign in every language, those that are still in English, and its addresses.`,
} as const;

export interface PreviewOrder {
  readonly kind: 'preview';
  readonly brand: string;
  readonly slug: string;
  readonly isJson: boolean;
}

export function readPreviewOrder([, brand = '', slug = '']: readonly string[], isJson = false): PreviewOrder {
  if (brand === '' || slug === '') throw new UsageError('preview takes a niche and the slug of a campaign.');
  return { kind: 'preview', brand, slug, isJson };
}

interface Shown {
  readonly language: string;
  readonly title: string;
  readonly action: string;
  readonly isEnglish: boolean;
}

export function previewLines(sites: readonly Site[], { brand, slug, isJson }: PreviewOrder): string[] {
  const [site] = sitesOf(sites, brand);
  const campaign = site?.niche.campaigns.find((each) => each.slug === slug);
  if (!site || !campaign) {
    const known = site?.niche.campaigns.map((each) => each.slug).join(', ') || 'none';
    throw new UsageError(`${brand} has no campaign ${slug}; it has: ${known}.`);
  }
  const shown: Shown[] = site.codes.map((code) => {
    const isEnglish = code !== 'en' && lacksCampaign(site, code, slug);
    return { language: code, ...wordsOf(site, code, slug), isEnglish };
  });
  const language = languageOf(site.siteSettings.domain_language, site.codes) ?? 'en';
  const addresses = routes
    .filter(({ name, path, screen }) => screen && name.startsWith('landers-') && path.endsWith(':slug?'))
    .map(({ name }) => `https://${site.siteSettings.domain}${pathOf(name, language, { slug })}`);
  if (isJson) return [JSON.stringify({ brand, campaign, texts: shown, addresses }, null, 2)];
  const head = ['language', 'heading', 'button', ''];
  const rows = shown.map(({ language: code, title, action, isEnglish }) => [
    ...[code, title, action],
    isEnglish ? 'STILL ENGLISH' : '',
  ]);
  return [...tableLines([head, ...rows]), '', ...addresses];
}

/** As the page takes them: a language without the words shows the English ones. */
function wordsOf(site: Site, language: string, slug: string): { readonly title: string; readonly action: string } {
  const own = translatorFor(language, site.texts(language)).translate;
  const english = translatorFor('en', site.texts('en')).translate;
  const has = (key: string): boolean => site.texts(language)['campaigns']?.[key] !== undefined;
  const word = (key: string): string => (has(key) ? own : english)(`campaigns:${key}`, { name: site.name });
  return { title: word(`${slug}_title`), action: word(`${slug}_action`) };
}
