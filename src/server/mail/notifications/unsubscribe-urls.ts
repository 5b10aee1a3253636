// The addresses that end a type of mail: the page for people, and the one-click address for mail programs (RFC 8058).
import { oneClickPath } from '#contract/notifications';
import type { Site } from '#site/load';
import { originOf, pageUrl } from '../../http/site-origins.ts';
import type { Services } from '../../services.ts';

type OriginConfig = Pick<Services, 'sites' | 'config'>;

export const stopPageUrl = (services: OriginConfig, site: Site, language: string, token: string): string =>
  `${pageUrl(services, site, 'unsubscribe', language)}?token=${token}`;

export const oneClickUrl = (services: OriginConfig, site: Site, token: string): string =>
  `${originOf(services, site)}${oneClickPath}?token=${token}`;
