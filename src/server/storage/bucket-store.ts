// Files in a bucket of a service that speaks the protocol of Amazon S3.
import { AwsClient } from 'aws4fetch';
import { contentTypeOf } from '#domain/content-types';
import type { BucketConfig } from '../config/files-url.ts';
import { type FileContent, type FileStore, StorageUnavailable, type StoredFile } from './file-store.ts';

/** Milliseconds for a whole write, until the headers of a read have come, and for each wait in its body. */
const TIMEOUT_MS = 10_000;
/** Of an answer with a status of the server's, within the time above. */
const RETRIES = 2;

interface Init extends RequestInit {
  readonly method: 'PUT' | 'GET' | 'DELETE';
}

export function bucketStore(
  { endpoint, bucket, region, key, secret }: BucketConfig,
  timeoutMs = TIMEOUT_MS,
): FileStore {
  const client = new AwsClient({
    ...{ accessKeyId: key, secretAccessKey: secret, service: 's3', region, retries: RETRIES },
  });
  const ask = (name: string, init: Init): Promise<Response> =>
    client
      .fetch(`${endpoint}/${bucket}/${name}`, { ...init, redirect: 'manual' })
      .catch((error: unknown) => fail(init.method, reasonOf(error)));
  const change = async (name: string, init: Init): Promise<void> => {
    const answer = await ask(name, { ...init, signal: AbortSignal.timeout(timeoutMs) });
    const code = codeIn(await answer.text().catch((error: unknown) => fail(init.method, reasonOf(error))));
    // Most services delete what is not there without a word; some say so.
    if (init.method === 'DELETE' && isMissing(answer, code)) return;
    // Services answer 200 before they know, and say in the body that it failed.
    if (!answer.ok || code) fail(init.method, code ?? String(answer.status));
  };
  return {
    put: (name, bytes) =>
      change(name, {
        ...{ method: 'PUT', body: bytes as Uint8Array<ArrayBuffer>, headers: { 'content-type': contentTypeOf(name) } },
      }),
    async get(name, known = null) {
      const ending = new AbortController();
      const init: Init = { method: 'GET', signal: ending.signal, headers: known ? { 'if-none-match': known } : {} };
      const answer = await inTime(ask(name, init), timeoutMs, ending);
      return answer.status === 304 ? { etag: known ?? '', content: null } : readAnswer(answer, timeoutMs, ending);
    },
    delete: (name) => change(name, { method: 'DELETE' }),
    locate: (name) => `s3://${bucket}/${name}`,
  };
}

async function readAnswer(answer: Response, timeoutMs: number, ending: AbortController): Promise<StoredFile | null> {
  const etag = answer.headers.get('etag') ?? '';
  const size = Number(answer.headers.get('content-length') ?? Number.NaN);
  const isMessage = /xml|html|json|^text\//.test(answer.headers.get('content-type') ?? '');
  if (answer.status === 200 && !isMessage && Number.isSafeInteger(size) && answer.body)
    return { etag, content: await contentOf(answer.body, size, timeoutMs, ending) };
  const text = await inTime(answer.text(), timeoutMs, ending).catch(() => '');
  const code = codeIn(text);
  if (isMissing(answer, code)) return null;
  return fail('GET', code ?? `${answer.status} without a file`);
}

/** Waits for the first bytes, so that a body that fails at once is no answer yet; later ones fail the stream. */
async function contentOf(
  body: ReadableStream<Uint8Array>,
  size: number,
  timeoutMs: number,
  ending: AbortController,
): Promise<FileContent> {
  const reader = body.getReader();
  let left = size;
  const next = async (): Promise<Uint8Array | null> => {
    const { done, value } = await inTime(reader.read(), timeoutMs, ending);
    left -= value?.byteLength ?? 0;
    if (left < 0 || (done && left > 0)) fail('GET', 'a body of another length than announced');
    return done ? null : value;
  };
  let first = await next();
  const stream = new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        const chunk = first ?? (await next());
        first = null;
        if (chunk) controller.enqueue(chunk);
        else controller.close();
      },
      cancel: () => ending.abort(),
    },
    { highWaterMark: 0 },
  );
  return { size, stream };
}

/** Ends the request when `work` takes too long. */
async function inTime<T>(work: Promise<T>, ms: number, ending: AbortController): Promise<T> {
  const timer = setTimeout(() => ending.abort(new DOMException('', 'TimeoutError')), ms);
  try {
    return await work;
  } catch (error) {
    throw error instanceof StorageUnavailable ? error : failure('GET', reasonOf(error));
  } finally {
    clearTimeout(timer);
  }
}

const ACTIONS = { PUT: 'write', GET: 'read', DELETE: 'delete' } as const;
const failure = (method: Init['method'], reason: string): StorageUnavailable =>
  new StorageUnavailable(ACTIONS[method], reason);
function fail(method: Init['method'], reason: string): never {
  throw failure(method, reason);
}

/** The code of an error that the service sends as XML. */
const codeIn = (text: string): string | null => /<Error>[^]*?<Code>(\w+)<\/Code>/.exec(text)?.[1] ?? null;

/** A missing bucket has the same status, and says nothing about the file. */
const isMissing = ({ status }: Response, code: string | null): boolean => status === 404 && code === 'NoSuchKey';

/** Of an answer that did not come: what the network says, else the name, which is that of the timeout. */
function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const { cause } = error;
  if (!(cause instanceof Error)) return error.name;
  return 'code' in cause ? String(cause.code) : cause.message;
}
