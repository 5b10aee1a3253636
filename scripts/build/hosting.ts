// Writes the configuration with which other web servers serve a niche's export: rewrites, headers and caching, per host
// format.
import { join } from 'node:path';
import { HSTS } from '../../src/domain/hsts.ts';
import { prefixOf } from '../../src/domain/routes.ts';
import type { Site } from '../../src/site/load.ts';
import { beginExport, type Export } from './export.ts';
import { membersPaths, openBelowMembers, securityHeaders, type PolicedPage, type Policies } from './policy.ts';
import { type Rewrite, rewritesOf } from './rewrites.ts';
import type { PagePlace } from './pages.ts';
import { headersFile, prefixesOf, redirectsFile } from './plain-hosts.ts';

const ABOUT_COUNTRY =
  'Landers warn visitors from some countries. They warn everybody until they are told the country, as two capital letters:';
const ABOUT_FORWARDED =
  'No client may choose these. Where COUNTRY_HEADER names another header, overwrite that one as well.';
const IMMUTABLE = 'public, max-age=31536000, immutable';

/** Writes `_redirects` and `_headers` into the export, and nginx and Caddy snippets with headers.json beside it. */
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
  beside.put('headers.json', `${JSON.stringify({ security: securityHeaders, policies }, null, 2)}\n`);
  beside.sweep();
}

const withHoles = (path: string): string => path.replace(/:[a-z]+/g, '[^/]+');
const asPattern = (from: string): string => `^${withHoles(from)}/?$`;
/** A path or anything below it. */
const asArea = (path: string): string => `^${withHoles(path)}(/|$)`;
const nginxHeaders = (headers: Readonly<Record<string, string>>): string =>
  Object.entries(headers)
    .map(([name, value]) => `  add_header ${name} "${value}" always;`)
    .join('\n');

function nginx(site: Site, rewrites: readonly Rewrite[], pages: readonly PagePlace[], policies: Policies): string {
  const areas = (paths: readonly string[], policy: string): string[] =>
    paths.map((path) => `  ~${asArea(path)} "${policy}";`);
  // The first match counts.
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
map $request_uri $page_language {
  default "";
${prefixesOf(site)
  .map((prefix) => `  ~^${prefix}(/|\\?|$) ${prefix};`)
  .join('\n')}
}
map $uri $page_caching {
  default no-cache;
  ~^/(api|media)/ "";
  ~^/(_astro|assets)/ "${IMMUTABLE}";
  ~\\.html$ no-cache;
  ~\\.[a-z0-9]+$ "public, max-age=86400";
}
map $https $page_transport {
  default "";
  on "${HSTS.value}";
}
server {
  server_name ${site.settings.domain};
  root /srv/${site.folder};
  gzip_static on;
  error_page 404 $page_language/404.html;
  error_page 500 502 503 504 $page_language/error/index.html;
${nginxHeaders({ ...securityHeaders, [HSTS.name]: '$page_transport', 'Content-Security-Policy': '$page_policy', 'Cache-Control': '$page_caching' })}
  # ${ABOUT_COUNTRY}
  # add_header Server-Timing 'country;desc="$your_variable"' always;
  location ~ ^/(api|media)/ {
    proxy_pass http://127.0.0.1:4321;
    proxy_buffering off;
    proxy_read_timeout 1h;
    # ${ABOUT_FORWARDED}
    proxy_set_header Host $host;
    proxy_set_header X-Forwarded-Host $host;
    proxy_set_header X-Forwarded-For $remote_addr;
    proxy_set_header X-Forwarded-Proto $scheme;
    proxy_set_header Forwarded "";
    proxy_set_header X-Country-Code "";
  }
  location ~ ^/_(headers|redirects)$ { return 404; }
  location ~ ^/film/.*\\.vtt$ { types { text/vtt vtt; } }
${shells}
  location / { try_files $uri $uri/index.html =404; }
}
`;
}

function caddy(site: Site, rewrites: readonly Rewrite[], pages: readonly PagePlace[], policies: Policies): string {
  const headers = Object.entries({ ...securityHeaders, [HSTS.name]: HSTS.value })
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
  @pages {
    not path /api/* /media/*
    not path_regexp [.][a-z0-9]+$
  }
  header @pages Cache-Control no-cache
  @backend path /api/* /media/*
  reverse_proxy @backend 127.0.0.1:4321 {
    # ${ABOUT_FORWARDED}
    header_up X-Forwarded-Host {host}
    header_up X-Forwarded-For {remote_host}
    header_up X-Forwarded-Proto {scheme}
    header_up -Forwarded
    header_up -X-Country-Code
  }
${shells}
  try_files {path} {path}/index.html
  @private path /_headers /_redirects
  respond @private 404
  file_server {
    precompressed br gzip
  }
${caddyErrors(site)}
}
`;
}

/** The 404 page for unknown addresses, and the error page while the backend is down; in the language of the address. */
const caddyErrors = (site: Site): string => `  handle_errors {
    header Cache-Control no-store
    @named path_regexp named ^(${prefixesOf(site).join('|')})(/|$)
    vars @named language {re.named.1}
    @lost expression {err.status_code} == 404
    handle @lost {
      rewrite * {vars.language}/404.html
      file_server
    }
    handle {
      rewrite * {vars.language}/error/index.html
      file_server
    }
  }`;
