// Reads request bodies with limits on size, depth and content.
import { MAX_BODY_BYTES } from '#domain/limits';
import { isUnreadable } from '#domain/tracking';
import { stopwatch } from '../context.ts';
import { type Lenient, MAX_NAME_LENGTH, NONE, parsePairs, refuseBrokenText } from './parse-pairs.ts';
import { Refusal } from './refusal.ts';

const MAX_DEPTH = 32;
/** Maximum values in a JSON body, over all depths. */
const MAX_VALUES = 5000;

/** Reads the body. Refuses more than 64 kB before reading it all, and a body that ends early. */
export async function readBytes(request: Request): Promise<Uint8Array> {
  const contentLength = request.headers.get('content-length');
  if (Number(contentLength ?? 0) > MAX_BODY_BYTES) throw new Refusal('too_large');
  try {
    // HTTP ends a body at its announced length, so it can be read without counting, which is faster.
    return checkSize(contentLength === null ? await readCounted(request) : new Uint8Array(await request.arrayBuffer()));
  } catch (error) {
    throw error instanceof Refusal ? error : new Refusal('malformed');
  }
}

async function readCounted(request: Request): Promise<Uint8Array> {
  const chunks: Uint8Array[] = [];
  for await (const chunk of boundedChunks(request, MAX_BODY_BYTES)) chunks.push(chunk);
  return Buffer.concat(chunks);
}

/** How slow a sender may be: the longest wait for a chunk, the pace, and how far the sender may fall behind it. */
export interface Pace {
  readonly stallMs: number;
  readonly graceMs: number;
  readonly bytesPerSecond: number;
}

/**
 * The body in chunks; throws `too_large` once it exceeds `maxBytes`, `malformed` when it ends early, and `upload_stalled` when
 * it is slower than `pace`. The clock runs while a chunk is waited for, so a slow reader is no fault of the sender's.
 */
export async function* boundedChunks(
  request: Request,
  maxBytes: number,
  pace: Pace | null = null,
): AsyncIterable<Uint8Array> {
  if (!request.body) return;
  // Not cancelled when it is left early: that would close the connection before the refusal is sent.
  const reader = request.body.getReader();
  const keepsPace = pace && paceKeeper(pace);
  let size = 0;
  try {
    for (;;) {
      const from = stopwatch();
      const { done, value } = await (pace === null ? reader.read() : inTime(reader.read(), pace.stallMs));
      if (done) return;
      size += value.byteLength;
      if (size > maxBytes) throw new Refusal('too_large');
      if (keepsPace && !keepsPace(value.byteLength, stopwatch() - from)) throw new Refusal('upload_stalled');
      yield value;
    }
  } catch (error) {
    throw error instanceof Refusal ? error : new Refusal('malformed');
  } finally {
    reader.releaseLock();
  }
}

/**
 * A token bucket: bytes fill it, the time that is waited drains it. It holds no more than `graceMs` drain, so that what came fast
 * at first buys no long wait later.
 */
function paceKeeper({ graceMs, bytesPerSecond }: Pace): (bytes: number, waitedMs: number) => boolean {
  const capacity = (graceMs / 1000) * bytesPerSecond;
  let left = capacity;
  return (bytes, waitedMs) => {
    left = Math.min(capacity, left - (waitedMs / 1000) * bytesPerSecond + bytes);
    return left >= 0;
  };
}

function inTime<T>(reading: Promise<T>, ms: number): Promise<T> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new Refusal('upload_stalled')), ms);
    reading.then(resolve, reject).finally(() => clearTimeout(timer));
  });
}

function checkSize(bytes: Uint8Array): Uint8Array {
  if (bytes.byteLength > MAX_BODY_BYTES) throw new Refusal('too_large');
  return bytes;
}

/** Parses JSON into a safe value; an empty body is `{}`. */
export function parseJsonBody(bytes: Uint8Array, isLenient: Lenient = NONE): unknown {
  if (bytes.byteLength === 0) return {};
  let value: unknown;
  try {
    value = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes));
  } catch {
    throw new Refusal('malformed');
  }
  if (typeof value === 'object' && value !== null) dropUnreadable(value, isLenient);
  refuseDangerous(value, 0, { left: MAX_VALUES });
  return value;
}

function dropUnreadable(fields: object, isLenient: Lenient): void {
  for (const [name, value] of Object.entries(fields))
    if (isLenient(name) && isUnreadable(value)) Reflect.deleteProperty(fields, name);
}

/** Parses a native form; line breaks become one character, as its pages count them. */
export function parseForm(bytes: Uint8Array, isLenient: Lenient = NONE): Record<string, string> {
  const pairs = Object.entries(parsePairs(new TextDecoder().decode(bytes), isLenient));
  return Object.fromEntries(pairs.map(([name, value]) => [name, value.replaceAll('\r\n', '\n')]));
}

function refuseDangerous(value: unknown, depth: number, budget: { left: number }): void {
  if (depth > MAX_DEPTH) throw new Refusal('malformed');
  if (budget.left-- <= 0) throw new Refusal('too_large');
  if (typeof value === 'string') refuseBrokenText(value);
  else if (Array.isArray(value)) value.forEach((item) => refuseDangerous(item, depth + 1, budget));
  else if (typeof value === 'object' && value !== null) {
    for (const [key, inner] of Object.entries(value)) {
      if (key === '__proto__' || key.length > MAX_NAME_LENGTH) throw new Refusal('malformed');
      refuseBrokenText(key);
      refuseDangerous(inner, depth + 1, budget);
    }
  }
}
