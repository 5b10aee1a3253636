// Builds responses from answers and refusals: one error shape, no caching, no framing.
import type { ApiErrorBody } from '#contract/errors';
import { type Refusal, STATUS } from './refusal.ts';
import { isLogout } from '../auth/sessions.ts';

/** Headers of every API answer. */
const BASE = {
  'cache-control': 'no-store',
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
  'cross-origin-resource-policy': 'same-origin',
  'referrer-policy': 'same-origin',
  'x-content-type-options': 'nosniff',
} as const;

/** A finished answer; `body` is JSON text, or null for 204. */
export interface Answer {
  readonly status: number;
  readonly body: string | null;
  readonly headers?: Readonly<Record<string, string>>;
}

/** A logout clears the browser's cache of pages and photos. Storage is kept for drafts. */
export function toResponse(answer: Answer, requestId: string, cookies: readonly string[]): Response {
  const headers: Record<string, string> = { ...BASE, ...answer.headers, 'x-request-id': requestId };
  if (answer.body !== null) headers['content-type'] = 'application/json';
  if (cookies.length === 0) return new Response(answer.body, { status: answer.status, headers });
  if (cookies.some(isLogout)) headers['clear-site-data'] = '"cache"';
  const all: [string, string][] = [
    ...Object.entries(headers),
    ...cookies.map((cookie): [string, string] => ['set-cookie', cookie]),
  ];
  return new Response(answer.body, { status: answer.status, headers: all });
}

export function refusalAnswer(
  refusal: Refusal,
  requestId: string,
  headers: Readonly<Record<string, string>> = {},
): Answer {
  const { code, detail } = refusal;
  const status = STATUS[code];
  const error: ApiErrorBody['error'] = {
    code,
    ...(detail.fields ? { fields: detail.fields } : {}),
    ...(detail.retryAfter === undefined ? {} : { retry_after: detail.retryAfter }),
    ...(detail.minutes === undefined ? {} : { minutes: detail.minutes }),
    ...(detail.needed === undefined ? {} : { needed: detail.needed }),
    ...(detail.balance === undefined ? {} : { balance: detail.balance }),
    ...(detail.limit === undefined ? {} : { limit: detail.limit }),
    ...(detail.payment === undefined ? {} : { payment: detail.payment }),
    ...(detail.payments === undefined ? {} : { payments: [...detail.payments] }),
    ...(detail.until === undefined ? {} : { until: detail.until }),
    ...(detail.rule === undefined ? {} : { rule: detail.rule }),
    ...(code === 'authentication_required' ? { authentication_required: true } : {}),
    ...(status >= 500 ? { request: requestId } : {}),
  };
  const retry = detail.retryAfter === undefined ? {} : { 'retry-after': String(detail.retryAfter) };
  return { status, body: JSON.stringify({ error }), headers: { ...headers, ...retry } };
}
