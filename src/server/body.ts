// Reads what a caller sent, bounded and strict: sizes, types, broken text and dangerous keys end here.
import { MAX_BODY_BYTES } from '#domain/limits';
import { Refusal } from './refusal.ts';

const DEEPEST = 32;

/** The body's bytes. Refuses more than 64 kB before reading it all, and a body that breaks off. */
export async function readBytes(request: Request): Promise<Uint8Array> {
  const announced = request.headers.get('content-length');
  if (Number(announced ?? 0) > MAX_BODY_BYTES) throw new Refusal('too_large');
  try {
    // HTTP ends a body where it was announced to end, so that one may be read without counting, which is quicker.
    return bounded(announced === null ? await counted(request) : new Uint8Array(await request.arrayBuffer()));
  } catch (error) {
    throw error instanceof Refusal ? error : new Refusal('malformed');
  }
}

async function counted(request: Request): Promise<Uint8Array> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of request.body ?? []) {
    size += chunk.byteLength;
    if (size > MAX_BODY_BYTES) throw new Refusal('too_large');
    chunks.push(chunk);
  }
  return Buffer.concat(chunks, size);
}

function bounded(bytes: Uint8Array): Uint8Array {
  if (bytes.byteLength > MAX_BODY_BYTES) throw new Refusal('too_large');
  return bytes;
}

/** JSON as a value that is safe to handle; an empty body counts as `{}`. */
export function parseJsonBody(bytes: Uint8Array): unknown {
  if (bytes.byteLength === 0) return {};
  let value: unknown;
  try {
    value = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes));
  } catch {
    throw new Refusal('malformed');
  }
  refuseDangerous(value, 0);
  return value;
}

/** A native form's fields; its line breaks are one character, as its pages count them. */
export function parseForm(bytes: Uint8Array): Record<string, string> {
  const pairs = Object.entries(parsePairs(new TextDecoder().decode(bytes)));
  return Object.fromEntries(pairs.map(([name, value]) => [name, value.replaceAll('\r\n', '\n')]));
}

/**
 * A query or a native form as a flat object. A name sent twice is refused, for nobody can say which one counts; one that ends in `[]` is
 * a list, joined by commas under the name without them.
 */
export function parsePairs(text: string): Record<string, string> {
  if (text === '') return {};
  if (!isDecodable(text)) throw new Refusal('malformed');
  const pairs = withLists([...new URLSearchParams(text)]);
  const names = new Set(pairs.map(([name]) => name));
  if (names.size !== pairs.length || names.has('__proto__')) throw new Refusal('malformed');
  for (const pair of pairs) pair.forEach(refuseBrokenText);
  return Object.fromEntries(pairs);
}

function withLists(pairs: readonly (readonly [string, string])[]): readonly (readonly [string, string])[] {
  const lists = new Map<string, string[]>();
  for (const [name, value] of pairs)
    if (name.endsWith('[]')) lists.set(name, [...(lists.get(name) ?? []), value.replaceAll(',', ' ')]);
  const single = pairs.filter(([name]) => !name.endsWith('[]'));
  return [...single, ...[...lists].map(([name, values]) => [name.slice(0, -2), values.join(',')] as const)];
}

function isDecodable(text: string): boolean {
  try {
    decodeURIComponent(text.replaceAll('+', ' '));
    return true;
  } catch {
    return false;
  }
}

function refuseDangerous(value: unknown, depth: number): void {
  if (depth > DEEPEST) throw new Refusal('malformed');
  if (typeof value === 'string') refuseBrokenText(value);
  else if (Array.isArray(value)) value.forEach((each) => refuseDangerous(each, depth + 1));
  else if (typeof value === 'object' && value !== null) {
    for (const [key, inner] of Object.entries(value)) {
      if (key === '__proto__') throw new Refusal('malformed');
      refuseBrokenText(key);
      refuseDangerous(inner, depth + 1);
    }
  }
}

/** PostgreSQL stores neither NUL nor half a surrogate pair. */
function refuseBrokenText(text: string): void {
  if (text.includes('\0') || !text.isWellFormed()) throw new Refusal('malformed');
}
