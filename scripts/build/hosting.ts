// Writes the configuration with which other web servers serve an export: rewrites, headers and caching, per host format.
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { prefixOf } from '../../src/domain/routes.ts';
import type { Site } from '../../src/site/load.ts';
import { caddy, caddyShared } from './caddy.ts';
import { apiHost, cloudflareFunction, netlify } from './cdn.ts';
import { beginExport, type Export } from './export.ts';
import { nginx, nginxShared } from './nginx.ts';
import { headersFile, redirectsFile } from './plain-hosts.ts';
import { PERMISSIONS, type PolicedPage, type Policies, securityHeaders } from './policy.ts';
import { rewritesOf } from './rewrites.ts';
import { IMMUTABLE, PASSED_ON } from './served-files.ts';
import { writeAtomically } from './write-atomically.ts';

/** Writes `_redirects` and `_headers` into the export, and beside it the files of nginx, Caddy and CDNs with headers.json. */
export function writeHosting(
  root: string,
  out: Export,
  site: Site,
  pages: readonly PolicedPage[],
  policies: Policies,
): void {
  const slugs = site.niche.campaigns.map(({ slug }) => slug);
  const rewrites = site.languages.flatMap(({ code }) => rewritesOf(prefixOf(code), slugs));
  // Without the mark of the previous export, which was removed when this one began.
  const beside = beginExport(join(root, 'dist', 'hosting', site.folder));
  out.put('_redirects', redirectsFile(site));
  out.put('_headers', headersFile(site, pages, policies, IMMUTABLE));
  beside.put('nginx.conf', nginx(site, rewrites, pages, policies));
  beside.put('Caddyfile', caddy(site, rewrites, pages, policies));
  beside.put('api.conf', apiHost(site));
  beside.put('netlify.toml', netlify(site));
  for (const part of PASSED_ON) beside.put(`functions/${part}/[[path]].js`, cloudflareFunction(site));
  beside.put(
    'headers.json',
    `${JSON.stringify({ security: securityHeaders, permissions: PERMISSIONS, policies }, null, 2)}\n`,
  );
  beside.sweep();
}

/** Writes the files that all brands of one web server share; they include those of each brand. */
export function writeSharedHosting(root: string, staffHost: string | null): void {
  const folder = join(root, 'dist', 'hosting');
  mkdirSync(folder, { recursive: true });
  writeAtomically(join(folder, 'nginx.conf'), nginxShared(staffHost));
  writeAtomically(join(folder, 'Caddyfile'), caddyShared(staffHost));
}
