// Writes the files of Caddy: one per brand, and one that all brands share.
import { HSTS } from '../../src/domain/hsts.ts';
import { CHANGE_PASSWORD } from '../../src/domain/well-known.ts';
import type { Site } from '../../src/site/load.ts';
import type { PagePlace } from './pages.ts';
import { prefixesOf } from './plain-hosts.ts';
import { membersPaths, openBelowMembers, PERMISSIONS, type Policies, securityHeaders } from './policy.ts';
import type { Rewrite } from './rewrites.ts';
import { ABOUT_COUNTRY, ABOUT_FORWARDED, asArea, asPattern, BACKENDS, IMMUTABLE, SERVED_FROM } from './served-files.ts';

/** Caddy takes certificates and redirects to HTTPS by itself. */
export const caddyShared = (
  staffHost: string | null,
): string => `# Serves all brands whose folders lie beside this file: import it in /etc/caddy/Caddyfile.
http:// {
  respond "Unknown host" 421
}
import ${SERVED_FROM}/hosting/*/Caddyfile
${staffHost === null ? '' : `${staffHost} {\n  ${passedOn('')}\n}\n`}`;

const passedOn = (matcher: '' | '@backend '): string => `reverse_proxy ${matcher}${BACKENDS.join(' ')} {
    # A process that restarts is tried again, and the other one meanwhile.
    lb_try_duration 5s
    # ${ABOUT_FORWARDED}
    header_up X-Forwarded-Host {host}
    header_up X-Forwarded-For {remote_host}
    header_up X-Forwarded-Proto {scheme}
    header_up -Forwarded
    header_up -X-Country-Code
  }`;

export function caddy(
  site: Site,
  rewrites: readonly Rewrite[],
  pages: readonly PagePlace[],
  policies: Policies,
): string {
  const { domain } = site.siteSettings;
  const shells = rewrites
    .map(({ from, to }, at) => `  @shell${at} path_regexp ${asPattern(from)}\n  rewrite @shell${at} ${to}.html`)
    .join('\n');
  return `# Serves ${site.name}. The Caddyfile one folder up imports this one.
www.${domain} {
  header ${HSTS.name} "${HSTS.value}"
  redir https://${domain}{uri} permanent
}
${domain} {
  root * ${SERVED_FROM}/${site.folder}
${headerRules(pages, policies)}
  @backend path /api/* /media/*
  ${passedOn('@backend ')}
  redir ${CHANGE_PASSWORD.from} ${CHANGE_PASSWORD.to} 303
${shells}
  @slash path_regexp ^/.+/$
  uri @slash strip_suffix /
  try_files {path} {path}.html
  @private path /_headers /_redirects
  respond @private 404
  file_server {
    precompressed br gzip
  }
${errorPages(site)}
}
`;
}

/** Matches pages, which can be asked for by the names of their files too. */
const PAGES = `not path /api/* /media/*
    not {
      path_regexp [.][a-z0-9]+$
      not path *.html
    }`;

/** The backend sends the headers of its answers itself. */
function headerRules(pages: readonly PagePlace[], policies: Policies): string {
  const headers = Object.entries({ ...securityHeaders, [HSTS.name]: HSTS.value })
    .map(([name, value]) => `    ${name} "${value}"`)
    .join('\n');
  const paths = membersPaths(pages).flatMap((path) => [path, `${path}.html`, `${path}/*`]);
  const area = [
    `path ${paths.join(' ')}`,
    ...openBelowMembers(pages).map((path) => `not path_regexp ${asArea(path)}`),
  ].join('\n    ');
  return `  @files not path /api/* /media/*
  header @files {
${headers}
    # Caddy says so of compressed answers only, and caches keep the others too.
    ?Vary Accept-Encoding
    -Server
  }
  # ${ABOUT_COUNTRY}
  # header Server-Timing \`country;desc="{your.placeholder}"\`
  @members {
    ${area}
  }
  header @members {
    Content-Security-Policy "${policies.members}"
    Permissions-Policy "${PERMISSIONS.members}"
  }
  @public {
    ${PAGES}
    not {
    ${area}
    }
  }
  header @public {
    Content-Security-Policy "${policies.public}"
    Permissions-Policy "${PERMISSIONS.public}"
  }
  header /film/*.vtt Content-Type "text/vtt; charset=utf-8"
  header /*.webmanifest Content-Type "application/manifest+json; charset=utf-8"
  @immutable path /_astro/* /assets/*
  header @immutable Cache-Control "${IMMUTABLE}"
  @pages {
    ${PAGES}
  }
  header @pages Cache-Control no-cache`;
}

/** The 404 page for unknown addresses, and the error page while the backend is down; in the language of the address. */
const errorPages = (site: Site): string => `  handle_errors {
    header Cache-Control no-store
    @named path_regexp named ^(${prefixesOf(site).join('|')})(/|$)
    vars @named language {re.named.1}
    @lost expression {err.status_code} == 404
    handle @lost {
      rewrite * {vars.language}/404.html
      file_server
    }
    handle {
      rewrite * {vars.language}/error.html
      file_server
    }
  }`;
