// Legal and help texts: renders Markdown files with placeholders for one language of one site.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Marked, type Tokens } from 'marked';
import { LANGUAGE } from '#domain/limits';
import { normalizePhone } from '#domain/phone';
import { hasScreen, pathOf } from '#domain/routes';
import { escapeHtml } from '#html/escape';
import { SiteError } from './parse-file.ts';
import type { Site } from './load.ts';
import { placeholdersFor } from './placeholders.ts';

/** The answer is HTML. */
interface Question {
  readonly question: string;
  readonly answer: string;
}
/** A section under a second-level heading; `questions` are its third-level headings with their content. */
interface Part {
  readonly id: string;
  readonly heading: string;
  readonly html: string;
  readonly questions: readonly Question[];
}
/** A rendered text; `opening` is the content before the first heading. Title and description are plain text. */
export interface LongText {
  readonly title: string;
  readonly description: string;
  readonly opening: string;
  readonly parts: readonly Part[];
}

/** The text `locales/<language>/pages/<name>.md`, else the English one. Throws a SiteError that names the file. */
export function longText(site: Site, language: string, name: string): LongText {
  const file = (code: string): string => join('locales', code, 'pages', `${name}.md`);
  const hasOwn = existsSync(join(process.cwd(), file(language)));
  return readLongText(site, language, file(hasOwn ? language : 'en'));
}

/** A section of a text without markup, for mail: its number counts from 0, or from the end when it is negative. */
export function plainPart(site: Site, language: string, name: string, number: number): string {
  const part = longText(site, language, name).parts.at(number);
  if (!part) throw new SiteError(`locales/${language}/pages/${name}.md: has no section ${number}.`);
  const text = part.html
    .replaceAll('<li>', '- ')
    .replaceAll(/<[^>]+>/g, '')
    .replaceAll(/&(amp|lt|gt|quot|#39);/g, (_all, name: string) => ENTITIES[name] ?? '');
  return `${part.heading.replace(/^\d+\. /, '')}\n\n${text}`;
}
const ENTITIES: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', '#39': "'" };

/** The tokens of the operator's custom pages: niches/<niche>/pages/<token>.<language>.md. */
export function customPages(site: Site): string[] {
  const folder = join(process.cwd(), 'niches', site.folder, 'pages');
  const files = existsSync(folder) ? readdirSync(folder) : [];
  return [...new Set(files.flatMap((file) => /^([a-z][a-z0-9-]*)\.[a-z]{2}\.md$/.exec(file)?.[1] ?? []))].sort();
}

/** A custom page in a language, else in English, else in the first language that has it. */
export function customPage(site: Site, language: string, token: string): { text: LongText; language: string } {
  const codes = [language, LANGUAGE.default, ...site.codes];
  const file = (code: string): string => join('niches', site.folder, 'pages', `${token}.${code}.md`);
  const found = codes.find((code) => existsSync(join(process.cwd(), file(code))));
  if (!found) throw new SiteError(`niches/${site.folder}/pages: there is no page "${token}".`);
  return { text: readLongText(site, found, file(found), language), language: found };
}

/** `linked` is the language of the pages that its links lead to. */
function readLongText(site: Site, language: string, path: string, linked = language): LongText {
  const file = join(process.cwd(), path);
  if (!existsSync(file)) throw new SiteError(`${path}: the file is missing.`);
  const source = readFileSync(file).toString().replace(/\r\n/g, '\n');
  const [, head = '', body = ''] = /^---\n([\s\S]*?)\n---\n([\s\S]*)$/.exec(source) ?? [];
  const values = placeholdersFor(site, language);
  const fill = (text: string): string =>
    text
      .replaceAll('tel:{{support_phone}}', `tel:${normalizePhone(site.siteSettings.support_phone)}`)
      .replace(/\{\{(\w+)\}\}/g, (_all, key: string) => {
        const value = values[key];
        if (value === undefined) throw new SiteError(`${path}: there is no placeholder {{${key}}}.`);
        return value;
      });
  const field = (name: string): string => {
    const value = new RegExp(`^${name}: (.+)$`, 'm').exec(head)?.[1];
    if (!value) throw new SiteError(`${path}: needs "${name}:" between the lines of three dashes at its top.`);
    return fill(value);
  };
  const markdown = markdownRenderer(linked, path);
  const [opening = '', ...rest] = fill(body).split(/^## /m);
  return {
    title: field('title'),
    description: field('description'),
    opening: markdown(opening),
    parts: rest.map((part, at) => partOf(part, at, markdown)),
  };
}

function partOf(source: string, at: number, markdown: (text: string) => string): Part {
  const end = source.indexOf('\n');
  const heading = (end < 0 ? source : source.slice(0, end)).trim();
  const [html = '', ...questions] = (end < 0 ? '' : source.slice(end)).split(/^### /m);
  return {
    id: `s${at + 1}`,
    heading,
    html: markdown(html),
    questions: questions.map((each) => {
      const line = each.indexOf('\n');
      return { question: each.slice(0, line).trim(), answer: markdown(each.slice(line)) };
    }),
  };
}

/** Markdown to HTML. Links may name a route: `[terms](route:pages-terms)`; one without a page becomes plain text. */
function markdownRenderer(language: string, path: string): (text: string) => string {
  const link = function (
    this: { parser: { parseInline(tokens: Tokens.Generic[]): string } },
    token: Tokens.Link,
  ): string {
    const text = this.parser.parseInline(token.tokens);
    const route = /^route:(.+)$/.exec(token.href)?.[1];
    if (route) return hasScreen(route) ? `<a href="${pathOf(route, language)}">${text}</a>` : text;
    if (!/^(mailto:|tel:|https:|\/|#)/.test(token.href))
      throw new SiteError(`${path}: the link ${token.href} leads nowhere.`);
    return `<a href="${escapeHtml(token.href)}">${text}</a>`;
  };
  const table = function (
    this: { parser: { parseInline(tokens: Tokens.Generic[]): string } },
    token: Tokens.Table,
  ): string {
    const cells = (row: readonly Tokens.TableCell[], name: string): string =>
      row.map((cell) => `<${name}>${this.parser.parseInline(cell.tokens)}</${name}>`).join('');
    const rows = token.rows.map((row) => `<tr>${cells(row, 'td')}</tr>`).join('');
    return `<div class="table" tabindex="0"><table><thead><tr>${cells(token.header, 'th')}</tr></thead><tbody>${rows}</tbody></table></div>`;
  };
  const marked = new Marked({ async: false, renderer: { link, table } as never });
  return (text) => (marked.parse(text) as string).trim();
}
