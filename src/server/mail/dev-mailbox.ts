// The development mailbox at /dev/mail: lists the kept mails and shows one.
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
  const mail = mails.find((each) => each.id === id);
  return mail
    ? page(
        `<p><a href="/dev/mail">/dev/mail</a></p><h1>${safe(mail.subject)}</h1>${facts(mail)}<pre>${linked(mail.text)}</pre>`,
        200,
      )
    : page('<p>404</p>', 404);
}

const row = (mail: StoredMail): string =>
  `<tr><td>${safe(mail.at)}</td><td>${safe(mail.to)}</td><td><a href="/dev/mail/${encodeURIComponent(mail.id)}">${safe(mail.subject)}</a></td></tr>`;

const facts = (mail: StoredMail): string =>
  `<p>${safe(mail.at)}<br>${safe(mail.from.name)} &lt;${safe(mail.from.address)}&gt; → ${safe(mail.to)}</p>`;

const page = (body: string, status: number): Response =>
  new Response(
    `<!doctype html><html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>/dev/mail</title>${body}</html>`,
    { status, headers: HEADERS },
  );

const safe = (text: string): string => text.replace(/[&<>"']/g, (each) => `&#${each.charCodeAt(0)};`);

/** Plain text with its addresses made into links, so that a mailed link can be followed. */
const linked = (text: string): string =>
  text
    .split(/(https?:\/\/[^\s<>"']+)/)
    .map((part, at) => (at % 2 === 1 ? `<a href="${safe(part)}">${safe(part)}</a>` : safe(part)))
    .join('');
