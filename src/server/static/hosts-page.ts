// The page at http://localhost:<port> with all sites and demo logins, and the one of a site that is still being built.
// Development only.
import { createHash } from 'node:crypto';
import type { Site } from '#site/load';
import { escapeHtml } from '#html/escape';
import type { PendingSites } from './index.ts';

/** A login of the demo data. */
export interface DemoLogin {
  readonly email: string;
  readonly password: string;
  readonly about: string;
}

const STYLE = `:root{color-scheme:light dark;font:16px/1.5 system-ui,sans-serif}body{max-width:60rem;margin:3rem auto;padding:0 1rem}ul{list-style:none;padding:0;display:grid;gap:.75rem;grid-template-columns:repeat(auto-fill,minmax(15rem,1fr))}li a{display:block;padding:1rem 1.25rem;border:1px solid color-mix(in srgb,currentColor 25%,transparent);border-radius:12px;text-decoration:none;color:inherit}li a:hover{border-color:currentColor}small{display:block;opacity:.75}strong{font-size:1.2rem}table{border-collapse:collapse}td,th{text-align:left;padding:.35rem 1.5rem .35rem 0}code{font-family:ui-monospace,monospace}`;

/** How often a page that waits for a build loads again, in seconds. */
const RELOAD_SECONDS = 3;

interface HostsPageOptions {
  readonly logins: readonly DemoLogin[];
  readonly pending: PendingSites;
}

export function hostsPage(sites: readonly Site[], port: string, { logins, pending }: HostsPageOptions): Response {
  const items = sites.map((site) => {
    const address = `http://${site.folder}.localhost${port && `:${port}`}`;
    return `<li><a href="${address}/"><strong>${escapeHtml(site.name)}</strong><small>${escapeHtml(site.siteSettings.index_title)}</small><small>${address}</small>${pending.has(site.folder) ? '<small>Still being built</small>' : ''}</a></li>`;
  });
  const rows = logins.map(
    (login) =>
      `<tr><td><code>${escapeHtml(login.email)}</code></td><td><code>${escapeHtml(login.password)}</code></td><td>${escapeHtml(login.about)}</td></tr>`,
  );
  const content = `<h1>Your sites</h1><ul>${items.join('')}</ul><h2>Demo logins, on every site</h2><table><tr><th>E-mail</th><th>Password</th><th>Who</th></tr>${rows.join('')}</table><h2>Payments</h2><p>Paying leads to a sandbox, where you choose whether a payment goes well. No real money moves.</p><h2>Mail</h2><p>Mail the sites send stays here: <a href="/dev/mail">mailbox</a>.</p>`;
  return page('Matchloom: your sites', content, { reloads: pending.size > 0 });
}

/** Says that a site is still being built, and shows it as soon as it is. */
export function pendingPage({ name }: Site): Response {
  const title = `${escapeHtml(name)} is still being built`;
  const content = `<h1>${title}</h1><p>This page loads again by itself and shows the site as soon as it’s ready.</p>`;
  return page(title, content, { reloads: true, status: 503 });
}

interface PageOptions {
  readonly reloads: boolean;
  readonly status?: number;
}

function page(title: string, content: string, { reloads, status = 200 }: PageOptions): Response {
  const refresh = reloads ? `<meta http-equiv="refresh" content="${RELOAD_SECONDS}">` : '';
  const html = `<!doctype html><html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1">${refresh}<title>${title}</title><style>${STYLE}</style>${content}</html>`;
  const hash = createHash('sha256').update(STYLE).digest('base64');
  return new Response(html, {
    status,
    headers: {
      ...(status === 503 ? { 'Retry-After': String(RELOAD_SECONDS) } : {}),
      'Content-Type': 'text/html; charset=utf-8',
      'Cache-Control': 'no-store',
      'Content-Security-Policy': `default-src 'none'; style-src 'sha256-${hash}'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`,
      'X-Content-Type-Options': 'nosniff',
      'Referrer-Policy': 'same-origin',
    },
  });
}
