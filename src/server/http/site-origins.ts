// Public addresses of sites, for links in mails. Never derived from a request, whose Host header can be forged.
import { pathOf } from '#domain/routes';
import type { Site } from '#site/load';
import type { Config } from '../config/index.ts';
import { hostTable } from './hosts.ts';

type OriginConfig = {
  readonly sites: readonly Site[];
  readonly config: Pick<Config, 'mode' | 'publicOrigin' | 'port'>;
};

/**
 * Scheme and host of a site: PUBLIC_ORIGIN if it is this site's, else its own domain; `<folder>.localhost` outside
 * production.
 */
export function originOf({ sites, config }: OriginConfig, site: Site): string {
  const { mode, publicOrigin, port } = config;
  if (publicOrigin && hostTable(sites, config).siteOf(new URL(publicOrigin).host) === site) return publicOrigin;
  return mode === 'production' ? `https://${site.siteSettings.domain}` : `http://${site.folder}.localhost:${port}`;
}

/** Absolute URL of a page in a language. */
export const pageUrl = (originConfig: OriginConfig, site: Site, route: string, language: string): string =>
  `${originOf(originConfig, site)}${pathOf(route, language)}`;
