// Writes the files of nginx: one per brand, with names of its own, and one that all brands share.
import { contentTypes } from '../../src/domain/content-types.ts';
import { HSTS } from '../../src/domain/hsts.ts';
import { CHANGE_PASSWORD } from '../../src/domain/well-known.ts';
import type { Site } from '../../src/site/load.ts';
import type { PagePlace } from './pages.ts';
import { prefixesOf } from './plain-hosts.ts';
import { membersPaths, openBelowMembers, PERMISSIONS, type Policies, securityHeaders } from './policy.ts';
import type { Rewrite } from './rewrites.ts';
import {
  ABOUT_COUNTRY,
  ABOUT_FORWARDED,
  asArea,
  asPattern,
  BACKENDS,
  CHALLENGES,
  IMMUTABLE,
  PASSED_ON,
  SERVED_FROM,
} from './served-files.ts';

/** Addresses of pages have mailed tokens and ids of members, and would stand beside the visitor's own address. */
const NO_LOG = 'access_log off;';

/** Belongs into `http {}`. `staffHost` is the host of the console; null for none. */
export const nginxShared = (
  staffHost: string | null,
): string => `# Serves all brands whose folders lie beside this file: link it into /etc/nginx/conf.d/.
upstream matchloom {
${BACKENDS.map((address) => `  server ${address} max_fails=0;`).join('\n')}
}
server {
  listen 80 default_server;
  listen [::]:80 default_server;
  # Of names with no server of their own on this port: those for CDNs, and new ones before their first certificate.
  ${CHALLENGE}
  location / { return 421; }
}
server {
  listen 443 ssl default_server;
  listen [::]:443 ssl default_server;
  ssl_reject_handshake on;
}
include ${SERVED_FROM}/hosting/*/nginx.conf;
${staffHost === null ? '' : nginxConsole(staffHost)}`;

export const nginxPassedOn = ({
  host = '$host',
  address = '$remote_addr',
  country = '""',
} = {}): string => `proxy_pass http://matchloom;
    # ${ABOUT_FORWARDED}
    proxy_set_header Host ${host};
    proxy_set_header X-Forwarded-Host ${host};
    proxy_set_header X-Forwarded-For ${address};
    proxy_set_header X-Forwarded-Proto $scheme;
    proxy_set_header Forwarded "";
    proxy_set_header X-Country-Code ${country};`;

/** The backend has the pages of the console too: nothing of it lies on the disk of the web server. */
const nginxConsole = (host: string): string => `server {
  listen 80;
  listen [::]:80;
  server_name ${host};
  ${NO_LOG}
  ${CHALLENGE}
  location / { return 301 https://${host}$request_uri; }
}
server {
${nginxListening(host, host)}
  location / {
    ${nginxPassedOn()}
  }
}
`;

export function nginx(
  site: Site,
  rewrites: readonly Rewrite[],
  pages: readonly PagePlace[],
  policies: Policies,
): string {
  // Maps are shared by all servers of one nginx, so each brand has its own.
  const own = `${site.folder.replaceAll('-', '_')}_page`;
  return `# Serves ${site.name}. The file nginx.conf one folder up includes this one.
${maps(own, site, pages, policies)}
${redirects(site)}
server {
${nginxListening(site.siteSettings.domain, site.siteSettings.domain)}
  root ${SERVED_FROM}/${site.folder};
  charset utf-8;
  charset_types text/css text/javascript text/plain text/vtt application/json application/manifest+json application/xml;
  types {
${contentTypes()
  .map(([ending, type]) => `    ${type} ${ending};`)
  .join('\n')}
  }
  gzip_static on;
  gzip_vary on;
  # "brotli_static on;" in this file, where the module is installed.
  include /etc/nginx/matchloom-brotli*.conf;
  client_max_body_size 20m;
  error_page 404 $${own}_language/404.html;
  error_page 500 502 503 504 $${own}_language/error.html;
${headers({ ...securityHeaders, [HSTS.name]: HSTS.value, 'Content-Security-Policy': `$${own}_policy`, 'Permissions-Policy': `$${own}_permissions`, 'Cache-Control': `$${own}_caching` })}
  # ${ABOUT_COUNTRY}
  # add_header Server-Timing 'country;desc="$your_variable"' always;
  location ~ ^/(${PASSED_ON.join('|')})/ {
    # The backend sends the headers of its answers; this keeps out those of the server.
    add_header Cache-Control "";
    proxy_buffering off;
    proxy_read_timeout 1h;
    ${nginxPassedOn()}
  }
  location = ${CHANGE_PASSWORD.from} { return 303 "${CHANGE_PASSWORD.to}"; }
  location ~ ^/_(headers|redirects)$ { return 404; }
${rewrites.map(({ from, to }) => `  location ~ ${asPattern(from)} { try_files ${to}.html =404; }`).join('\n')}
  location = / { try_files /index.html =404; }
  location ~ ^(?<page>/.+)/$ { try_files $page.html =404; }
  location / { try_files $uri $uri.html =404; }
}
`;
}

function maps(own: string, site: Site, pages: readonly PagePlace[], policies: Policies): string {
  const areas = (paths: readonly string[], value: string): string[] =>
    paths.map((path) => `  ~${asArea(path)} "${value}";`);
  // The first match counts. Only pages need a policy.
  const byPage = (name: string, values: Pick<Policies, 'members' | 'public'>): string => `map $uri $${own}_${name} {
  default "${values.public}";
  "~[.](?!html$)[a-z0-9]+$" "";
${[...areas(openBelowMembers(pages), values.public), ...areas(membersPaths(pages), values.members)].join('\n')}
}`;
  return `${byPage('policy', policies)}
${byPage('permissions', PERMISSIONS)}
map $request_uri $${own}_language {
  default "";
${prefixesOf(site)
  .map((prefix) => `  ~^${prefix}(/|\\?|$) ${prefix};`)
  .join('\n')}
}
map $uri $${own}_caching {
  default no-cache;
  ~^/(_astro|assets)/ "${IMMUTABLE}";
  ~\\.html$ no-cache;
  ~\\.[a-z0-9]+$ "public, max-age=86400";
}`;
}

/** To HTTPS and to the name without www. */
function redirects(site: Site): string {
  const { domain } = site.siteSettings;
  return `server {
  listen 80;
  listen [::]:80;
  server_name ${domain} www.${domain};
  ${NO_LOG}
  ${CHALLENGE}
  location / { return 301 https://${domain}$request_uri; }
}
server {
${nginxListening(domain, `www.${domain}`)}
${headers({ [HSTS.name]: HSTS.value })}
  return 301 https://${domain}$request_uri;
}`;
}

/** How certbot proves that a domain is ours. */
const CHALLENGE = `location /.well-known/acme-challenge/ { root ${CHALLENGES}; }`;

/** `certified` is the name that the certificate was made for. */
export const nginxListening = (certified: string, name: string): string => `  listen 443 ssl http2;
  listen [::]:443 ssl http2;
  server_name ${name};
  ssl_certificate /etc/letsencrypt/live/${certified}/fullchain.pem;
  ssl_certificate_key /etc/letsencrypt/live/${certified}/privkey.pem;
  ssl_protocols TLSv1.2 TLSv1.3;
  server_tokens off;
  ${NO_LOG}`;

const headers = (all: Readonly<Record<string, string>>): string =>
  Object.entries(all)
    .map(([name, value]) => `  add_header ${name} "${value}" always;`)
    .join('\n');
