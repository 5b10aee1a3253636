// Where a site is found by people: for links in mails, which must never come from a request (a Host header can be forged).
import { pathOf } from '#domain/routes';
import type { Site } from '#site/load';
import type { Config } from '../config/index.ts';
import { hostTable } from './hosts.ts';

type OriginConfig = {
  readonly sites: readonly Site[];
  readonly config: Pick<Config, 'mode' | 'publicOrigin' | 'port'>;
};

/** Scheme and host of a site: PUBLIC_ORIGIN if it is this site's, else its own domain; `<folder>.localhost` outside production. */
export function originOf({ sites, config }: OriginConfig, site: Site): string {
  const { mode, publicOrigin, port } = config;
  if (publicOrigin && hostTable(sites, config).siteOf(new URL(publicOrigin).host) === site) return publicOrigin;
  return mode === 'production' ? `https://${site.settings.domain}` : `http://${site.folder}.localhost:${port}`;
}

/** The whole address of a page of a site in a language. */
export const pageUrl = (originConfig: OriginConfig, site: Site, route: string, language: string): string =>
  `${originOf(originConfig, site)}${pathOf(route, language)}`;
