// The paths that each page file is exported for. They begin with the niche's folder, since one export contains several sites.
import { LANGUAGE } from '#domain/limits';
import { campaignSegment, SHELL_PARAMETER } from '#domain/routes';
import { sites } from './current.ts';
import type { Site } from './load.ts';
import type { Campaign } from './niche-file.ts';

export interface PagePath {
  readonly params: Record<string, string | undefined>;
  readonly props: { readonly language: string; readonly campaign?: Campaign };
}

/** Undefined on the dev server, which has one site. */
export const pathPrefix = (site: Site): string | undefined => (import.meta.env.IS_EXPORT ? site.folder : undefined);

/** One path per language, without a prefix for the default language. `parameters` are set to the shell's `_`. */
export function pathsOf(site: Site, ...parameters: string[]): PagePath[] {
  const shell = Object.fromEntries(parameters.map((name) => [name, SHELL_PARAMETER]));
  return site.languages.map(({ code }) => {
    const parts = [pathPrefix(site), code === LANGUAGE.default ? undefined : code].filter((part) => part !== undefined);
    return { params: { locale: parts.join('/') || undefined, ...shell }, props: { language: code } };
  });
}

export const languagePaths = (...parameters: string[]): PagePath[] =>
  sites.flatMap((site) => pathsOf(site, ...parameters));

/** The same paths, each also with every campaign. */
export const landerPaths = (...parameters: string[]): PagePath[] =>
  sites.flatMap((site) =>
    pathsOf(site, ...parameters).flatMap(({ params, props }) => [
      { params: { ...params, slug: undefined }, props },
      ...site.niche.campaigns.map((campaign) => ({
        params: { ...params, slug: campaignSegment(campaign.slug) },
        props: { ...props, campaign },
      })),
    ]),
  );
