// Sends a file as the body of a call, with its progress; browsers report that only for XMLHttpRequest.
import type { Endpoint, InputOf, OutputOf } from '#contract/endpoint';
import { UPLOAD_ANSWER_MS, UPLOAD_STALL_MS } from '#domain/limits';
import { ApiError, clientType, failure, withRetries } from './api.ts';
import { after } from './clock.ts';
import { parseAnswer } from './parse-answer.ts';

export interface UploadOptions {
  readonly idempotencyKey: string;
  readonly signal: AbortSignal;
  /** From 0 to 1; at 1 the server has all of it and works on it. A retry begins at 0. */
  onProgress(share: number): void;
}

/** Throws an {@link ApiError} like any call; an aborted upload never settles. */
export const uploadFile = async <E extends Endpoint>(
  endpoint: E,
  input: InputOf<E>,
  file: Blob,
  options: UploadOptions,
): Promise<OutputOf<E>> =>
  withRetries(endpoint, async () => {
    const answer = await transfer(endpoint, input as Record<string, string>, file, options);
    return parseAnswer(endpoint.output, answer) as OutputOf<E>;
  });

function transfer(
  endpoint: Endpoint,
  input: Record<string, string>,
  file: Blob,
  { idempotencyKey, signal, onProgress }: UploadOptions,
): Promise<unknown> {
  return new Promise((resolve, reject) => {
    if (signal.aborted) return;
    const request = new XMLHttpRequest();
    const fail = (code: string) => (): void => reject(new ApiError(code, 0));
    const watch = (ms: number) => after(ms, () => request.abort());
    let stopWatch = watch(UPLOAD_STALL_MS);
    const abort = (): void => {
      request.onabort = null;
      request.abort();
    };
    signal.addEventListener('abort', abort);
    request.onloadend = () => {
      stopWatch();
      signal.removeEventListener('abort', abort);
    };
    request.upload.onprogress = ({ loaded, total }) => {
      stopWatch();
      stopWatch = watch(loaded < total ? UPLOAD_STALL_MS : UPLOAD_ANSWER_MS);
      onProgress(total > 0 ? loaded / total : 0);
    };
    request.onload = () => {
      const data = parseJson(request.responseText);
      if (request.status === 200) resolve(data);
      else reject(failure(request.status, data, request.getResponseHeader('Retry-After')));
    };
    request.onerror = fail('offline');
    request.onabort = fail('upload_stalled');
    const query = new URLSearchParams(input).toString();
    request.open(endpoint.method, `${endpoint.path}${query ? `?${query}` : ''}`);
    request.setRequestHeader('X-Client-Type', clientType());
    request.setRequestHeader('Idempotency-Key', idempotencyKey);
    request.setRequestHeader('Content-Type', typeOf(endpoint, file));
    request.send(file);
  });
}

/** A file of a type that the call does not name goes as plain bytes, of which the server tells the kind. */
const typeOf = ({ upload }: Endpoint, { type }: Blob): string =>
  upload?.types.some((each) => each === type) ? type : 'application/octet-stream';

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
