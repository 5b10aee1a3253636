// Maps host names to niches by an allowlist, so that no header can choose another tenant.
import type { Site } from '#site/load';
import type { Config } from '../config/index.ts';

export interface Hosts {
  /** The site of a Host value such as `morrow.example:443`, or null. */
  siteOf(host: string): Site | null;
  /** Whether this is the development server's own host name, which lists the niches. */
  isHome(host: string): boolean;
}

/** `<folder>.localhost` outside production, each niche's domain, and PUBLIC_ORIGIN when one niche is served. */
export function hostTable(sites: readonly Site[], config: Pick<Config, 'mode' | 'publicOrigin'>): Hosts {
  const table = new Map<string, Site>();
  const isDevelopment = config.mode !== 'production';
  for (const site of sites) {
    table.set(site.siteSettings.domain, site);
    if (isDevelopment) table.set(`${site.folder}.localhost`, site);
  }
  const [only, ...others] = sites;
  if (only && others.length === 0 && config.publicOrigin) table.set(new URL(config.publicOrigin).hostname, only);
  return {
    siteOf: (host) => table.get(nameOf(host)) ?? null,
    isHome: (host) => isDevelopment && ['localhost', '127.0.0.1', '[::1]'].includes(nameOf(host)),
  };
}

const nameOf = (host: string): string => host.toLowerCase().replace(/:\d+$/, '').replace(/\.$/, '');
