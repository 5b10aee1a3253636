// The API client: typed by the contract, on ofetch, with safe retries.
import { ofetch } from 'ofetch';
import type { Endpoint, InputOf, JsonEndpoint, OutputOf } from '#contract/endpoint';
import { ApiErrorBody } from '#contract/errors';
import { READ_TIMEOUT_MS, RETRY, WRITE_TIMEOUT_MS } from '#domain/limits';
import { after, pause } from './clock.ts';
import { parseAnswer, safeParseAnswer } from './parse-answer.ts';

/** A refused or failed call. `code` has a text in every language. */
export class ApiError extends Error {
  override name = 'ApiError';
  readonly code: string;
  readonly status: number;
  readonly body: Partial<ApiErrorBody['error']>;
  constructor(code: string, status: number, body: Partial<ApiErrorBody['error']> = {}) {
    super(code);
    this.code = code;
    this.status = status;
    this.body = body;
  }
}

/** The code of an error; `internal` for any other exception. */
export const errorCode = (error: unknown): string => (error instanceof ApiError ? error.code : 'internal');

/** An upload is sent by `uploadFile` (src/lib/upload.ts). */
type JsonCalls = Readonly<Record<string, JsonEndpoint>>;
type Client<C extends JsonCalls> = {
  [K in keyof C]: (input?: InputOf<C[K]>, options?: CallOptions) => Promise<OutputOf<C[K]>>;
};
/** What sending needs to know of a call of members or staff. */
type Sendable = Pick<Endpoint, 'method' | 'output' | 'beacon' | 'once' | 'idempotent'> & { readonly path: string };

interface CallOptions {
  /** Aborts the call and replaces its timeout. */
  readonly signal?: AbortSignal;
  /** Pass the same key when the member repeats an action; by default each call has a new one. */
  readonly idempotencyKey?: string;
  /** The call survives leaving the page. */
  readonly keepalive?: boolean;
}

/** Creates the calls of one feature. Responses are parsed, so a returned value matches the contract. */
export function client<C extends JsonCalls>(calls: C): Client<C> {
  const entries = Object.entries(calls).map(([name, endpoint]) => [
    name,
    (input: unknown, options: CallOptions = {}) => call(endpoint, input, options),
  ]);
  return Object.fromEntries(entries) as Client<C>;
}

const listeners = new Set<(error: ApiError, path: string) => void>();
/** Subscribes to failed calls, e.g. to notice that the session ended; returns the function that unsubscribes. */
export function onFailure(listener: (error: ApiError, path: string) => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** One call, parsed by its contract. */
export function call(endpoint: Sendable, input: unknown, options: CallOptions = {}): Promise<unknown> {
  const isIdempotent = endpoint.method === 'GET' || endpoint.idempotent === true;
  const key = isIdempotent ? null : (options.idempotencyKey ?? crypto.randomUUID());
  return withRetries(endpoint, () => sendOnce(endpoint, input, key, options));
}

/** Sends until there is an answer or a retry makes no sense; then tells the listeners of failures. */
export async function withRetries<T>(endpoint: Sendable, send: () => Promise<T>): Promise<T> {
  for (let attempt = 0; ; attempt += 1) {
    try {
      return await send();
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      if (attempt >= RETRY.times || !isRetryable(error, endpoint)) {
        for (const listener of listeners) listener(error, endpoint.path);
        throw error;
      }
      await pause(retryDelay(attempt, error));
    }
  }
}

async function sendOnce(
  endpoint: Sendable,
  input: unknown,
  key: string | null,
  { signal, keepalive = false }: CallOptions,
): Promise<unknown> {
  const isRead = endpoint.method === 'GET';
  // ofetch's own timeout covers only the headers.
  const limit = new AbortController();
  const clearLimit = after(isRead ? READ_TIMEOUT_MS : WRITE_TIMEOUT_MS, () => limit.abort());
  const response = await ofetch
    .raw(endpoint.path, {
      method: endpoint.method,
      headers: { 'X-Client-Type': clientType(), ...(key ? { 'Idempotency-Key': key } : {}) },
      ...(isRead
        ? { query: (input ?? {}) as Record<string, unknown> }
        : { body: (input ?? {}) as Record<string, unknown> }),
      signal: signal ?? limit.signal,
      keepalive,
      retry: 0,
      ignoreResponseError: true,
      credentials: 'same-origin',
    })
    .catch((error: unknown) => {
      if (signal?.aborted) throw error;
      throw new ApiError('offline', 0);
    })
    .finally(clearLimit);
  if (!response.ok) throw failure(response.status, response._data, response.headers.get('Retry-After'));
  return parseAnswer(endpoint.output, response.status === 204 ? null : response._data);
}

/** The error of a refused call, by its answer. */
export function failure(status: number, data: unknown, retryAfter: string | null): ApiError {
  const body = safeParseAnswer(ApiErrorBody, data);
  const error = body.success ? body.data.error : { code: status >= 500 ? 'unavailable' : 'internal' };
  return new ApiError(error.code, status, { ...error, ...(retryAfter ? { retry_after: Number(retryAfter) } : {}) });
}

/** Statuses worth a retry; other 4xx responses are final (decisions B1). */
const RETRYABLE_STATUSES = new Set([0, 408, 425, 429, 500, 502, 503, 504]);
/** A longer wait, such as a lockout, is reported to the member instead of retried. */
const MAX_WAIT_SECONDS = 30;

function isRetryable(error: ApiError, endpoint: Sendable): boolean {
  if (endpoint.beacon || endpoint.once || error.code === 'account_blocked' || error.code === 'wait') return false;
  // The first attempt with this key, whose response was lost, is still running.
  if (error.code === 'in_progress') return true;
  return RETRYABLE_STATUSES.has(error.status) && (error.body.retry_after ?? 0) <= MAX_WAIT_SECONDS;
}

/** Exponential backoff with full jitter; the server's Retry-After is a lower bound. */
function retryDelay(attempt: number, error: ApiError): number {
  const ceiling = Math.min(RETRY.capMs, RETRY.baseMs * 2 ** attempt);
  return Math.max(Math.random() * ceiling, (error.body.retry_after ?? 0) * 1000);
}

/** How the site is used: in a browser or as an installed app. */
export const clientType = (): string => (globalThis.matchMedia?.('(display-mode: standalone)').matches ? 'app' : 'web');
