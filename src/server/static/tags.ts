// Changes single tags of an exported page: finds them by an attribute, reads and sets their attributes.

import { escapeHtml } from '#site/escape';

const QUOTED = `"[^"]*"|'[^']*'`;
const ATTRIBUTE = new RegExp(`\\s+([^\\s=>"'/]+)(?:=(${QUOTED}|[^\\s"'>]+))?`, 'g');

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

/** An attribute's value as it is written, empty for one without; null when the tag has none of that name. */
export function attributeOf(tag: string, name: string): string | null {
  for (const [, own, value = ''] of tag.matchAll(ATTRIBUTE))
    if (own === name) return value.replace(/^(["'])(.*)\1$/s, '$2');
  return null;
}

/** The tag with the attribute set (`true` for one without a value), or without it when `value` is null. */
export function withAttribute(tag: string, name: string, value: string | true | null): string {
  const bare = tag.replace(ATTRIBUTE, (all, own: string) => (own === name ? '' : all));
  if (value === null) return bare;
  const added = value === true ? ` ${name}` : ` ${name}="${escapeHtml(value)}"`;
  return bare.replace(/\s*\/?>$/, (end) => `${added}${end}`);
}
