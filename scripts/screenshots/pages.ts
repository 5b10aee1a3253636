// Lists the pages to capture: every lander of every niche in English, and of the first niche in every language.
import { LANGUAGE } from '#domain/limits';
import { pathOf, routes } from '#domain/routes';
import type { Site } from '#site/load';

export interface ScreenshotPage {
  readonly site: Site;
  readonly language: string;
  /** The lander's name, with the campaign's name on a campaign page. */
  readonly lander: string;
  readonly path: string;
}

/** Any id works for the landers for one member: the script answers for the server. */
const id = '5e1f0c9a-3b7d-4c2e-9a61-7d4b8f2c0e13';

const shown = routes.filter(({ name, layout }) => layout === 'lander' || ['index', 'members-id-signup'].includes(name));
const nameOf = (route: string): string => route.replace(/^landers-|^members-id-/, '').replace(/-slug$/, '');

/** The landers of a niche in a language, or with `isCampaign` the pages of its campaigns. */
function landersOf(site: Site, language: string, isCampaign: boolean): ScreenshotPage[] {
  const slugs = isCampaign ? site.niche.campaigns.map(({ slug }) => slug) : [''];
  return shown
    .filter(({ path }) => !isCampaign || path.endsWith(':slug?'))
    .flatMap(({ name }) =>
      slugs.map((slug) => ({
        site,
        language,
        lander: [nameOf(name), slug].filter(Boolean).join('-'),
        path: pathOf(name, language, { id, slug }),
      })),
    );
}

export const screenshotPages = (sites: readonly Site[], isCampaign: boolean): ScreenshotPage[] =>
  sites.flatMap((site, at) =>
    site.languages
      .filter(({ code }) => at === 0 || code === LANGUAGE.default)
      .flatMap(({ code }) => landersOf(site, code, isCampaign)),
  );
