// Finds single tags of exported HTML by attribute, and reads and sets their attributes.
import { escapeHtml } from './escape.ts';

const QUOTED = `"[^"]*"|'[^']*'`;
const ATTRIBUTE = new RegExp(`\\s+([^\\s=>"'/]+)(?:=(${QUOTED}|[^\\s"'>]+))?`, 'g');

/** Any tag: the match is the whole tag, the groups are the slash of a closing tag and the name. */
export const TAG = new RegExp(`<(/?)([a-z][\\w-]*)(?:[^>"']|${QUOTED})*>`, 'gi');

/** Pattern like TAG for tags of these names (`a|b`). */
export const tagsNamed = (names: string): RegExp => new RegExp(`<(/?)(${names})\\b(?:[^>"']|${QUOTED})*>`, 'gi');

/**
 * Replaces every opening tag of these names that has the attribute; `change` gets the tag and the attribute's value.
 */
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

/** Attributes of a tag by name, with raw values; the value is empty for an attribute without one. */
export function* attributesOf(tag: string): Generator<[name: string, value: string]> {
  for (const [, name = '', value = ''] of tag.matchAll(ATTRIBUTE)) yield [name, value.replace(/^(["'])(.*)\1$/s, '$2')];
}

/** The raw value of an attribute, empty when it has none; null when the tag lacks it. */
export function attributeOf(tag: string, name: string): string | null {
  for (const [currentName, value] of attributesOf(tag)) if (currentName === name) return value;
  return null;
}

/** The tag with the attribute set (`true` for one without a value), or removed when `value` is null. */
export function withAttribute(tag: string, name: string, value: string | true | null): string {
  const bare = tag.replace(ATTRIBUTE, (all, currentName: string) => (currentName === name ? '' : all));
  if (value === null) return bare;
  const added = value === true ? ` ${name}` : ` ${name}="${escapeHtml(value)}"`;
  return bare.replace(/\s*\/?>$/, (end) => `${added}${end}`);
}
