// The development mailbox at /dev/mail: lists and shows stored mails.
import { escapeHtml } from '#html/escape';
import { listMail, type StoredMail } from './index.ts';

const HEADERS = {
  'content-type': 'text/html; charset=utf-8',
  'cache-control': 'no-store',
  'content-security-policy':
    "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'; frame-src 'self'; style-src 'unsafe-inline'",
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'same-origin',
} as const;

/** A mail's styles are inline. */
const HTML_MAIL_HEADERS = {
  ...HEADERS,
  'content-security-policy':
    "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'self'; style-src 'unsafe-inline'",
} as const;

/** The page of a mail shows its HTML in a frame beside its text; the style is only the page's own. */
const BESIDE =
  'main{display:grid;grid-template-columns:repeat(auto-fit,minmax(320px,1fr));gap:16px}iframe{width:100%;height:80vh;border:1px solid}pre{white-space:pre-wrap;overflow-wrap:anywhere;margin:0}';

/** Answers `/dev/mail`, `/dev/mail/<id>` and, for its frame, `/dev/mail/<id>/html`. */
export async function devMailboxPage(dataDir: string, path: string): Promise<Response> {
  const mails = await listMail(dataDir);
  const [id, part] = path.replace(/^\/dev\/mail\/?/, '').split('/');
  if (!id) return page(`<table>${mails.map(row).join('')}</table>`, 200);
  const mail = mails.find((each) => each.id === id);
  if (!mail) return page('<p>404</p>', 404);
  if (part === 'html' && mail.html) return new Response(mail.html, { headers: HTML_MAIL_HEADERS });
  const frame = mail.html
    ? `<iframe title="HTML" src="/dev/mail/${encodeURIComponent(id)}/html" sandbox="allow-popups"></iframe>`
    : '';
  return page(
    `<p><a href="/dev/mail">/dev/mail</a></p><h1>${escapeHtml(mail.subject)}</h1>${headerHtml(mail)}<main>${frame}<pre>${linkUrls(mail.text)}</pre></main>`,
    200,
  );
}

const row = (mail: StoredMail): string =>
  `<tr><td>${escapeHtml(mail.at)}</td><td>${escapeHtml(mail.to)}</td><td><a href="/dev/mail/${encodeURIComponent(mail.id)}">${escapeHtml(mail.subject)}</a></td></tr>`;

const headerHtml = (mail: StoredMail): string =>
  `<p>${escapeHtml(mail.at)}<br>${escapeHtml(mail.from.name)} &lt;${escapeHtml(mail.from.address)}&gt; → ${escapeHtml(mail.to)}${mail.unsubscribe ? `<br>List-Unsubscribe: ${escapeHtml(mail.unsubscribe)}` : ''}${(mail.attachments ?? []).map(({ filename }) => `<br>+ ${escapeHtml(filename)}`).join('')}</p>`;

const page = (body: string, status: number): Response =>
  new Response(
    `<!doctype html><html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>/dev/mail</title><style>${BESIDE}</style>${body}</html>`,
    { status, headers: HEADERS },
  );

/** Plain text with its URLs as links, so that mailed links can be followed. */
const linkUrls = (text: string): string =>
  text
    .split(/(https?:\/\/[^\s<>"']+)/)
    .map((part, at) => (at % 2 === 1 ? `<a href="${escapeHtml(part)}">${escapeHtml(part)}</a>` : escapeHtml(part)))
    .join('');
