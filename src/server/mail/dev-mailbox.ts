// The development mailbox at /dev/mail: lists and shows stored mails.
import { listMail, type StoredMail } from './index.ts';

const HEADERS = {
  'content-type': 'text/html; charset=utf-8',
  'cache-control': 'no-store',
  'content-security-policy': "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'same-origin',
} as const;

/** Answers `/dev/mail` and `/dev/mail/<id>`. */
export async function devMailboxPage(dataDir: string, path: string): Promise<Response> {
  const mails = await listMail(dataDir);
  const id = path.replace(/^\/dev\/mail\/?/, '');
  if (!id) return page(`<table>${mails.map(row).join('')}</table>`, 200);
  const mail = mails.find((character) => character.id === id);
  return mail
    ? page(
        `<p><a href="/dev/mail">/dev/mail</a></p><h1>${escapeText(mail.subject)}</h1>${headerHtml(mail)}<pre>${linkUrls(mail.text)}</pre>`,
        200,
      )
    : page('<p>404</p>', 404);
}

const row = (mail: StoredMail): string =>
  `<tr><td>${escapeText(mail.at)}</td><td>${escapeText(mail.to)}</td><td><a href="/dev/mail/${encodeURIComponent(mail.id)}">${escapeText(mail.subject)}</a></td></tr>`;

const headerHtml = (mail: StoredMail): string =>
  `<p>${escapeText(mail.at)}<br>${escapeText(mail.from.name)} &lt;${escapeText(mail.from.address)}&gt; → ${escapeText(mail.to)}</p>`;

const page = (body: string, status: number): Response =>
  new Response(
    `<!doctype html><html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>/dev/mail</title>${body}</html>`,
    { status, headers: HEADERS },
  );

const escapeText = (text: string): string => text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);

/** Plain text with its URLs as links, so that mailed links can be followed. */
const linkUrls = (text: string): string =>
  text
    .split(/(https?:\/\/[^\s<>"']+)/)
    .map((part, at) => (at % 2 === 1 ? `<a href="${escapeText(part)}">${escapeText(part)}</a>` : escapeText(part)))
    .join('');
