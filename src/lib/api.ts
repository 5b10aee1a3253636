// The one doorway to the network: a typed client made from the contract, on ofetch, with safe retries.
import { ofetch } from 'ofetch';
import type { Calls, Endpoint, InputOf, OutputOf } from '#contract/endpoint';
import { ApiErrorBody } from '#contract/errors';
import { READ_TIMEOUT_MS, RETRY, WRITE_TIMEOUT_MS } from '#domain/limits';
import { after, pause } from './clock.ts';

/** A refused or failed call: `code` has a text in every language, `fields` names refused fields. */
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

/** The code of what a call threw; `internal` for what is not the server's. */
export const errorCode = (error: unknown): string => (error instanceof ApiError ? error.code : 'internal');

type Client<C extends Calls> = {
  [K in keyof C]: (input?: InputOf<C[K]>, options?: CallOptions) => Promise<OutputOf<C[K]>>;
};
interface CallOptions {
  /** Calls it off; a call that has one waits as long as that lets it. */
  readonly signal?: AbortSignal;
  /** Same key, same effect: give one to repeat a call the member makes again. A fresh one otherwise. */
  readonly idempotencyKey?: string;
  /** The call goes on when the page is left. */
  readonly keepalive?: boolean;
}

/** Makes the calls of one feature; answers are parsed, so a value that arrives has the shape the contract says. */
export function client<C extends Calls>(calls: C): Client<C> {
  const entries = Object.entries(calls).map(([name, endpoint]) => [
    name,
    (input: unknown, options: CallOptions = {}) => call(endpoint, input, options),
  ]);
  return Object.fromEntries(entries) as Client<C>;
}

const listeners = new Set<(error: ApiError, path: string) => void>();
/** Hears of every failed call, e.g. to notice that the session ended; returns a function that stops listening. */
export function onFailure(listener: (error: ApiError, path: string) => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

async function call(endpoint: Endpoint, input: unknown, options: CallOptions): Promise<unknown> {
  const isKeyless = endpoint.method === 'GET' || endpoint.idempotent === true;
  const key = isKeyless ? null : (options.idempotencyKey ?? crypto.randomUUID());
  for (let attempt = 0; ; attempt += 1) {
    try {
      return await once(endpoint, input, key, options);
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      if (attempt >= RETRY.times || !mayRepeat(error, endpoint)) {
        for (const listener of listeners) listener(error, endpoint.path);
        throw error;
      }
      await pause(pauseBefore(attempt, error));
    }
  }
}

async function once(
  endpoint: Endpoint,
  input: unknown,
  key: string | null,
  { signal, keepalive = false }: CallOptions,
): Promise<unknown> {
  const isRead = endpoint.method === 'GET';
  // ofetch's own limit would end with the headers.
  const limit = new AbortController();
  const callOff = after(isRead ? READ_TIMEOUT_MS : WRITE_TIMEOUT_MS, () => limit.abort());
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
    .finally(callOff);
  if (!response.ok) throw failure(response.status, response._data, response.headers.get('Retry-After'));
  return endpoint.output.parse(response.status === 204 ? null : response._data);
}

function failure(status: number, data: unknown, retryAfter: string | null): ApiError {
  const body = ApiErrorBody.safeParse(data);
  const error = body.success ? body.data.error : { code: status >= 500 ? 'unavailable' : 'internal' };
  return new ApiError(error.code, status, { ...error, ...(retryAfter ? { retry_after: Number(retryAfter) } : {}) });
}

/** Statuses worth another try; other 4xx answers never change by asking again (decisions B1). */
const REPEATABLE = new Set([0, 408, 425, 429, 500, 502, 503, 504]);
/** A lockout or a wait the member must see is answered at once instead of waited out. */
const LONGEST_WAIT_SECONDS = 30;

function mayRepeat(error: ApiError, endpoint: Endpoint): boolean {
  if (endpoint.beacon || error.code === 'account_blocked' || error.code === 'wait') return false;
  // Our own first try under this key, whose answer was lost on the way, is still at work.
  if (error.code === 'in_progress') return true;
  return REPEATABLE.has(error.status) && (error.body.retry_after ?? 0) <= LONGEST_WAIT_SECONDS;
}

/** Exponential delay with full jitter; a Retry-After of the server is a lower bound. */
function pauseBefore(attempt: number, error: ApiError): number {
  const ceiling = Math.min(RETRY.capMs, RETRY.baseMs * 2 ** attempt);
  return Math.max(Math.random() * ceiling, (error.body.retry_after ?? 0) * 1000);
}

const clientType = (): string => (globalThis.matchMedia?.('(display-mode: standalone)').matches ? 'app' : 'web');
