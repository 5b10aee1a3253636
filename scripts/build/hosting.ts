// Writes what other web servers need to serve a niche's export: rewrites, headers and caching, per host format.
import { join } from 'node:path';
import { hasSlug, parameterRoutes, prefixOf, shellOf } from '../../src/domain/routes.ts';
import type { Site } from '../../src/site/load.ts';
import { beginExport, type Export } from './export.ts';
import { membersPaths, openBelowMembers, securityHeaders, type Policies } from './policy.ts';
import type { BuiltPage } from './pages.ts';

/** One rewrite: addresses like `from` (with :placeholders) are answered by the file of `to`. */
export interface Rewrite {
  readonly from: string;
  readonly to: string;
}

/** The rewrites of every id page, most exact first, below `prefix`. An optional last parameter makes two, each campaign one more. */
export function rewritesOf(prefix: string, slugs: readonly string[]): Rewrite[] {
  return parameterRoutes().flatMap((route) => {
    const withAll = route.path.replace(/\?/g, '');
    const without = withAll.replace(/\/:[^/]+$/, '');
    const campaigns = (hasSlug(route) ? slugs : []).map((slug) => ({
      from: `${prefix}${without}/${slug}`,
      to: `${prefix}${shellOf(route, slug)}`,
    }));
    const forms = route.path.endsWith('?') ? [withAll, without] : [withAll];
    const shells = forms.map((form) => ({ from: `${prefix}${form}`, to: `${prefix}${shellOf(route)}` }));
    return [...campaigns, ...shells.filter(({ from, to }) => from !== to)];
  });
}

/** The same in few lines, for hosts that allow only a hundred: one for all languages, one for all landers. */
export function shortRewrites(slugs: readonly string[]): Rewrite[] {
  const short = (path: string): string => path.replace(/^(\/:lang)?\/landers\/[^/]+/, '$1/landers/:lander');
  const all = ['', '/:lang'].flatMap((prefix) => rewritesOf(prefix, slugs));
  const byFrom = new Map(all.map(({ from, to }) => [short(from), short(to)]));
  return [...byFrom].map(([from, to]) => ({ from, to }));
}

const ABOUT_COUNTRY =
  'Landers warn visitors from some countries. They warn everybody until they are told the country, as two capital letters:';
const IMMUTABLE = 'public, max-age=31536000, immutable';

/** Writes `_redirects` and `_headers` into the export, and nginx and Caddy snippets with headers.json beside it. */
export function writeHosting(
  root: string,
  out: Export,
  site: Site,
  pages: readonly BuiltPage[],
  policies: Policies,
): void {
  const slugs = site.niche.campaigns.map(({ slug }) => slug);
  const rewrites = site.languages.flatMap(({ code }) => rewritesOf(prefixOf(code), slugs));
  const short = shortRewrites(slugs);
  // Without the mark of the export before it, which was taken away when this one began.
  const beside = beginExport(join(root, 'dist', 'hosting', site.folder));
  const lost = prefixed(site).map((prefix) => `${prefix}/* ${prefix}/404/index.html 404`);
  out.put('_redirects', `${[...short.map(({ from, to }) => `${from} ${to} 200`), ...lost].join('\n')}\n`);
  out.put('_headers', headersFile(pages, policies));
  beside.put('nginx.conf', nginx(site, rewrites, pages, policies));
  beside.put('Caddyfile', caddy(site, rewrites, pages, policies));
  beside.put('headers.json', `${JSON.stringify({ security: securityHeaders, policies }, null, 2)}\n`);
  beside.sweep();
}

function headersFile(pages: readonly BuiltPage[], policies: Policies): string {
  const block = (path: string, headers: Readonly<Record<string, string>>): string =>
    [path, ...Object.entries(headers).map(([name, value]) => `  ${name}: ${value}`)].join('\n');
  const withPolicy = (paths: readonly string[], policy: string): string[] =>
    paths.map((path) => block(`${path}*`, { '! Content-Security-Policy': '', 'Content-Security-Policy': policy }));
  const members = withPolicy(membersPaths(pages), policies.members);
  const open = withPolicy(openBelowMembers(pages), policies.public);
  return `${[block('/*', { ...securityHeaders, 'Content-Security-Policy': policies.public }), ...members, ...open, block('/_astro/*', { 'Cache-Control': IMMUTABLE }), block('/assets/*', { 'Cache-Control': IMMUTABLE })].join('\n\n')}\n`.replace(
    /: \n/g,
    '\n',
  );
}

/** The beginnings of addresses that name a language, e.g. `/nl`. */
const prefixed = (site: Site): string[] => site.codes.map((code) => prefixOf(code)).filter(Boolean);

const withHoles = (path: string): string => path.replace(/:[a-z]+/g, '[^/]+');
const asPattern = (from: string): string => `^${withHoles(from)}/?$`;
/** A path or anything below it. */
const asArea = (path: string): string => `^${withHoles(path)}(/|$)`;
const nginxHeaders = (headers: Readonly<Record<string, string>>): string =>
  Object.entries(headers)
    .map(([name, value]) => `  add_header ${name} "${value}" always;`)
    .join('\n');

function nginx(site: Site, rewrites: readonly Rewrite[], pages: readonly BuiltPage[], policies: Policies): string {
  const areas = (paths: readonly string[], policy: string): string[] =>
    paths.map((path) => `  ~${asArea(path)} "${policy}";`);
  // The first that fits counts.
  const members = [
    ...areas(openBelowMembers(pages), policies.public),
    ...areas(membersPaths(pages), policies.members),
  ].join('\n');
  const shells = rewrites
    .map(({ from, to }) => `  location ~ ${asPattern(from)} { try_files ${to}/index.html =404; }`)
    .join('\n');
  return `# Serves ${site.name}: put the maps outside the server block, and replace the root and the backend's address.
map $uri $page_policy {
  default "${policies.public}";
${members}
}
map $request_uri $page_lost {
  default /404.html;
${prefixed(site)
  .map((prefix) => `  ~^${prefix}(/|\\?|$) ${prefix}/404/index.html;`)
  .join('\n')}
}
server {
  server_name ${site.settings.domain};
  root /srv/${site.folder};
  gzip_static on;
  error_page 404 $page_lost;
${nginxHeaders({ ...securityHeaders, 'Content-Security-Policy': '$page_policy' })}
  # ${ABOUT_COUNTRY}
  # add_header Server-Timing 'country;desc="$your_variable"' always;
  location ~ ^/(api|media)/ { proxy_pass http://127.0.0.1:4321; proxy_set_header Host $host; proxy_set_header X-Forwarded-For $remote_addr; proxy_set_header X-Forwarded-Proto $scheme; proxy_buffering off; proxy_read_timeout 1h; }
  location ~ ^/_(headers|redirects)$ { return 404; }
  location ~ ^/(_astro|assets)/ { expires 1y; }
  location ~ ^/film/.*\\.vtt$ { types { text/vtt vtt; } }
${shells}
  location / { try_files $uri $uri/index.html =404; }
}
`;
}

function caddy(site: Site, rewrites: readonly Rewrite[], pages: readonly BuiltPage[], policies: Policies): string {
  const headers = Object.entries(securityHeaders)
    .map(([name, value]) => `    ${name} "${value}"`)
    .join('\n');
  const paths = membersPaths(pages).flatMap((path) => [path, `${path}/*`]);
  const area = [
    `path ${paths.join(' ')}`,
    ...openBelowMembers(pages).map((path) => `not path_regexp ${asArea(path)}`),
  ].join('\n    ');
  const shells = rewrites
    .map(({ from, to }, at) => `  @shell${at} path_regexp ${asPattern(from)}\n  rewrite @shell${at} ${to}/index.html`)
    .join('\n');
  return `# Serves ${site.name}: replace the root and the backend's address.
${site.settings.domain} {
  root * /srv/${site.folder}
  header {
${headers}
  }
  # ${ABOUT_COUNTRY}
  # header Server-Timing \`country;desc="{your.placeholder}"\`
  @members {
    ${area}
  }
  header @members Content-Security-Policy "${policies.members}"
  @public not {
    ${area}
  }
  header @public Content-Security-Policy "${policies.public}"
  header /film/*.vtt Content-Type "text/vtt; charset=utf-8"
  @immutable path /_astro/* /assets/*
  header @immutable Cache-Control "${IMMUTABLE}"
  reverse_proxy /api/* 127.0.0.1:4321
  reverse_proxy /media/* 127.0.0.1:4321
${shells}
  try_files {path} {path}/index.html
  @private path /_headers /_redirects
  respond @private 404
  file_server {
    precompressed br gzip
  }
  handle_errors {
    @named path_regexp named ^(${prefixed(site).join('|')})(/|$)
    handle @named {
      rewrite * {re.named.1}/404/index.html
      file_server
    }
    handle {
      rewrite * /404.html
      file_server
    }
  }
}
`;
}
