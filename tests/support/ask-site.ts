// Asks a web server of a test as a visitor of a brand does.
import { request } from 'node:https';
import type { Site } from '#site/load';

export interface Answer {
  readonly status: number;
  readonly policy: string;
  readonly cookies: readonly string[];
  readonly body: string;
}

/** Asks a web server on this machine for a page of a brand, or makes a call, over TLS. */
export const ask = (
  port: number,
  { siteSettings: { domain } }: Site,
  path: string,
  { json, cookie = '' }: { json?: unknown; cookie?: string } = {},
): Promise<Answer> =>
  new Promise((resolve, reject) => {
    const own = { host: domain, 'accept-encoding': 'identity', 'sec-fetch-site': 'same-origin', cookie };
    const sent =
      json === undefined ? {} : { 'content-type': 'application/json', 'idempotency-key': crypto.randomUUID() };
    const target = { host: '127.0.0.1', port, path, servername: domain, rejectUnauthorized: false, agent: false };
    request({ ...target, method: json === undefined ? 'GET' : 'POST', headers: { ...own, ...sent } }, (answer) => {
      let body = '';
      answer.setEncoding('utf8').on('data', (chunk: string) => (body += chunk));
      answer.on('end', () =>
        resolve({
          status: answer.statusCode ?? 0,
          policy: String(answer.headers['content-security-policy']),
          cookies: (answer.headers['set-cookie'] ?? []).map((each) => each.split(';')[0] ?? ''),
          body,
        }),
      );
    })
      .on('error', reject)
      .end(json === undefined ? undefined : JSON.stringify(json));
  });
