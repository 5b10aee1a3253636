// Words the server says itself: in mails, and in pages it fills in.
import type { Site } from '#site/load';

export type Variables = Readonly<Record<string, string | number>>;

/** A text of a site in a language, its `{{placeholders}}` filled; null when there is none under that name. */
export function wordOf(
  site: Site,
  language: string,
  space: string,
  key: string,
  variables: Variables = {},
): string | null {
  const text = site.texts(language)[space]?.[key];
  return text === undefined ? null : fillIn(text, variables);
}

export const fillIn = (text: string, variables: Variables): string =>
  text.replace(/\{\{(\w+)\}\}/g, (all, name: string) => String(variables[name] ?? all));
