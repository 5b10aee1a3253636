// Parses queries and native forms in linear time, with limits checked before decoding.
import { isUnreadable } from '#domain/tracking';
import { Refusal } from './refusal.ts';

/** Maximum fields of a form or query; our largest form has about thirty. */
const MAX_FIELDS = 200;
export const MAX_NAME_LENGTH = 100;

/** The fields of a call whose unreadable values are left out, not refused. */
export type Lenient = (name: string) => boolean;
export const NONE: Lenient = () => false;

/**
 * A query or native form as a flat object. A repeated name is ambiguous and refused. A name ending in `[]` is a list,
 * joined by commas under the name without brackets.
 */
export function parsePairs(text: string, isLenient: Lenient = NONE): Record<string, string> {
  if (text === '') return {};
  if (firstFields(text) !== text) throw new Refusal('too_large');
  const decodable = isDecodable(text) ? text : withoutUndecodable(text, isLenient);
  if (!isDecodable(decodable)) throw new Refusal('malformed');
  const values = new Map<string, string>();
  const lists = new Map<string, string[]>();
  for (const [name, value] of new URLSearchParams(decodable)) {
    if (isLenient(name) && isUnreadable(value)) continue;
    if (name.length > MAX_NAME_LENGTH) throw new Refusal('malformed');
    refuseBrokenText(name);
    refuseBrokenText(value);
    if (name.endsWith('[]')) addToList(lists, name.slice(0, -2), value.replaceAll(',', ' '));
    else addOnce(values, name, value);
  }
  for (const [name, list] of lists) addOnce(values, name, list.join(','));
  if (values.has('__proto__')) throw new Refusal('malformed');
  return Object.fromEntries(values);
}

function addToList(lists: Map<string, string[]>, name: string, value: string): void {
  const list = lists.get(name);
  if (list) list.push(value);
  else lists.set(name, [value]);
}

function addOnce(values: Map<string, string>, name: string, value: string): void {
  if (values.has(name)) throw new Refusal('malformed');
  values.set(name, value);
}

/** The text up to the last allowed field. Pages accept any query, but read only this part. */
export function firstFields(text: string): string {
  let at = -1;
  for (let fields = 0; fields < MAX_FIELDS; fields++) {
    at = text.indexOf('&', at + 1);
    if (at < 0) return text;
  }
  return text.slice(0, at);
}

function isDecodable(text: string): boolean {
  try {
    decodeURIComponent(text.replaceAll('+', ' '));
    return true;
  } catch {
    return false;
  }
}

function withoutUndecodable(text: string, isLenient: Lenient): string {
  const pairs = text.split('&');
  return pairs.filter((pair) => isDecodable(pair) || !isLenient(pair.split('=', 1)[0] ?? '')).join('&');
}

/** What is sent as text in bytes. */
export function readText(bytes: Uint8Array): string {
  let text: string;
  try {
    text = new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    throw new Refusal('malformed');
  }
  refuseBrokenText(text);
  return text;
}

/** PostgreSQL stores neither NUL nor lone surrogates. */
export function refuseBrokenText(text: string): void {
  if (text.includes('\0') || !text.isWellFormed()) throw new Refusal('malformed');
}
