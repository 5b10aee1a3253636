// Writes how a CDN that serves the pages of a brand reaches the backend: under the brand's own address, so that cookies
// and the Origin of calls are those of one site.
import type { Site } from '../../src/site/load.ts';
import { nginxListening, nginxPassedOn } from './nginx.ts';
import { prefixesOf } from './plain-hosts.ts';
import { PASSED_ON } from './served-files.ts';

/** The host under which CDNs find the backend of a brand. */
const apiHostOf = (site: Site): string => `api.${site.siteSettings.domain}`;

/** Netlify sends the visitor's address in this header, and overwrites a visitor's own; our function for Cloudflare does the same. */
const ADDRESS = 'X-Nf-Client-Connection-Ip';
/** What only the CDN knows. */
const KEY = 'X-Cdn-Key';

/** A server of nginx for CDNs only. The others must not reach the backend here, since they could choose their address. */
export function apiHost(site: Site): string {
  const { domain } = site.siteSettings;
  const known = `$${site.folder.replaceAll('-', '_')}_cdn`;
  return `# Lets a CDN reach the backend of ${site.name}: link it into /etc/nginx/conf.d/ beside matchloom.conf.
map $http_x_cdn_key ${known} {
  default 0;
  # The key, and 1: "0123456789abcdef" 1;
  include /etc/nginx/matchloom-cdn-keys;
}
map $http_x_nf_client_connection_ip ${known}_address {
  default $http_x_nf_client_connection_ip;
  "" $remote_addr;
}
server {
${nginxListening(apiHostOf(site), apiHostOf(site))}
  client_max_body_size 20m;
  if (${known} = 0) { return 403; }
  location ~ ^/(${PASSED_ON.join('|')})/ {
    proxy_buffering off;
    proxy_read_timeout 1h;
    ${nginxPassedOn({ host: domain, address: `${known}_address`, country: '$http_x_country_code' })}
    proxy_set_header ${KEY} "";
  }
  location / { return 404; }
}
`;
}

/** Rules that only Netlify takes: the 404 page of each language, and what it passes on to the backend. */
export function netlify(site: Site): string {
  const passedOn = PASSED_ON.map(
    (part) => `[[redirects]]
  from = "/${part}/*"
  to = "https://${apiHostOf(site)}/${part}/:splat"
  status = 200
  force = true
  # It has no header with the country that a visitor could not send as well.
  headers = { ${KEY} = "CDN_KEY", X-Country-Code = "XX" }
`,
  );
  const lost = prefixesOf(site).map(
    (prefix) => `[[redirects]]
  from = "${prefix}/*"
  to = "${prefix}/404.html"
  status = 404
`,
  );
  return `# Serves ${site.name} on Netlify. CDN_KEY stands for the key of the backend.\n${[...passedOn, ...lost].join('')}`;
}

/** A function of Cloudflare Pages, which can pass calls on to another host only by one. */
export const cloudflareFunction = (
  site: Site,
): string => `// Passes calls on to the backend of ${site.name}. CDN_KEY is a secret of the project.
export function onRequest({ request, env }) {
  const { pathname, search } = new URL(request.url);
  const passedOn = new Request(new Request(\`https://${apiHostOf(site)}\${pathname}\${search}\`, request), { redirect: 'manual' });
  passedOn.headers.set('${KEY}', env.CDN_KEY);
  passedOn.headers.set('${ADDRESS}', request.headers.get('CF-Connecting-IP') ?? '');
  passedOn.headers.set('X-Country-Code', request.cf?.country ?? 'XX');
  return fetch(passedOn);
}
`;
