// Finds in pages and mails what a text or a variable should have replaced: keys, placeholders and empty values.
import { visible } from './language-parts.ts';

/** A page without its scripts, styles and island props. */
const withoutCode = (html: string): string =>
  html.replace(/<(script|style|astro-island)\b[\s\S]*?<\/\1>/g, '').replace(/ props="[^"]*"/g, '');

/** What is left anywhere in a page, even in an attribute; `spaces` are the namespaces of its texts. */
export function leftInPage(html: string, spaces: readonly string[]): string[] {
  const leftover = new RegExp(
    `(?<![\\w:-])(?:${spaces.join('|')}):[a-z][a-z_0-9-]+|\\{\\{|\\}\\}|\\[object |="(?:undefined|null|NaN)"`,
    'g',
  );
  return withoutCode(html).match(leftover) ?? [];
}

/** What is left in the text that a reader of a page sees. */
export const leftInSight = (html: string): string[] =>
  visible(html)
    .join('\n')
    .match(/\b[a-z-]+:[a-z]+_[a-z_0-9]+\b|\{\{\w*\}\}|\bundefined\b/g) ?? [];

/** What is left in the text of a mail. */
export const leftInMail = (text: string): string[] => text.match(/\{\{|\}\}|undefined|\$t\(/g) ?? [];
