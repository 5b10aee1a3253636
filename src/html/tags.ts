// Changes single tags of an exported page: finds them by an attribute, reads and sets their attributes.
import { escapeHtml } from './escape.ts';

const QUOTED = `"[^"]*"|'[^']*'`;
const ATTRIBUTE = new RegExp(`\\s+([^\\s=>"'/]+)(?:=(${QUOTED}|[^\\s"'>]+))?`, 'g');

/** Any tag: whether it closes, its name, and all of it as the match. */
export const TAG = new RegExp(`<(/?)([a-z][\\w-]*)(?:[^>"']|${QUOTED})*>`, 'gi');

/** The tags of these names (`a|b`), as a pattern like TAG. */
export const tagsNamed = (names: string): RegExp => new RegExp(`<(/?)(${names})\\b(?:[^>"']|${QUOTED})*>`, 'gi');

/** Calls `change` for every opening tag of these names that carries the attribute; it gets the tag and the attribute's value. */
export function eachTag(
  html: string,
  names: string,
  attribute: string,
  change: (tag: string, value: string) => string,
): string {
  return html.replace(new RegExp(`<(?:${names})\\b(?:[^>"']|${QUOTED})*>`, 'g'), (tag) => {
    const value = attributeOf(tag, attribute);
    return value === null ? tag : change(tag, value);
  });
}

/** The attributes of a tag by name, each with its value as it is written, empty for one without. */
export function* attributesOf(tag: string): Generator<[name: string, value: string]> {
  for (const [, name = '', value = ''] of tag.matchAll(ATTRIBUTE)) yield [name, value.replace(/^(["'])(.*)\1$/s, '$2')];
}

/** An attribute's value as it is written, empty for one without; null when the tag has none of that name. */
export function attributeOf(tag: string, name: string): string | null {
  for (const [currentName, value] of attributesOf(tag)) if (currentName === name) return value;
  return null;
}

/** The tag with the attribute set (`true` for one without a value), or without it when `value` is null. */
export function withAttribute(tag: string, name: string, value: string | true | null): string {
  const bare = tag.replace(ATTRIBUTE, (all, currentName: string) => (currentName === name ? '' : all));
  if (value === null) return bare;
  const added = value === true ? ` ${name}` : ` ${name}="${escapeHtml(value)}"`;
  return bare.replace(/\s*\/?>$/, (end) => `${added}${end}`);
}
