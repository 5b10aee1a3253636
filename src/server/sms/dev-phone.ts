// The text messages of development at /dev/sms, newest first.
import { escapeHtml } from '#html/escape';
import { listSms } from './index.ts';

const HEADERS = {
  'content-type': 'text/html; charset=utf-8',
  'cache-control': 'no-store',
  'content-security-policy': "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
  'x-content-type-options': 'nosniff',
} as const;

export async function devPhonePage(dataDir: string): Promise<Response> {
  const rows = (await listSms(dataDir)).map(
    ({ at, to, text }) => `<tr><td>${escapeHtml(at)}</td><td>${escapeHtml(to)}</td><td>${escapeHtml(text)}</td></tr>`,
  );
  return new Response(
    `<!doctype html><html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>/dev/sms</title><table>${rows.join('')}</table></html>`,
    { headers: HEADERS },
  );
}
