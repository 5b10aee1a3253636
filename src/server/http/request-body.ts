// Reads request bodies with limits on size, depth and content.
import { MAX_BODY_BYTES } from '#domain/limits';
import { MAX_NAME_LENGTH, parsePairs, refuseBrokenText } from './parse-pairs.ts';
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

/** The body in chunks; throws `too_large` once it exceeds `maxBytes`, and `malformed` when it ends early. */
export async function* boundedChunks(request: Request, maxBytes: number): AsyncIterable<Uint8Array> {
  let size = 0;
  const body: AsyncIterable<Uint8Array> | Iterable<Uint8Array> = request.body ?? [];
  try {
    for await (const chunk of body) {
      size += chunk.byteLength;
      if (size > maxBytes) throw new Refusal('too_large');
      yield chunk;
    }
  } catch (error) {
    throw error instanceof Refusal ? error : new Refusal('malformed');
  }
}

function checkSize(bytes: Uint8Array): Uint8Array {
  if (bytes.byteLength > MAX_BODY_BYTES) throw new Refusal('too_large');
  return bytes;
}

/** Parses JSON into a safe value; an empty body is `{}`. */
export function parseJsonBody(bytes: Uint8Array): unknown {
  if (bytes.byteLength === 0) return {};
  let value: unknown;
  try {
    value = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes));
  } catch {
    throw new Refusal('malformed');
  }
  refuseDangerous(value, 0, { left: MAX_VALUES });
  return value;
}

/** Parses a native form; line breaks become one character, as its pages count them. */
export function parseForm(bytes: Uint8Array): Record<string, string> {
  const pairs = Object.entries(parsePairs(new TextDecoder().decode(bytes)));
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
