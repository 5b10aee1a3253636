// Puts each page's styles in place: purged and inlined in the public world, one hashed file in the members area.
import { createHash } from 'node:crypto';
import { PurgeCSS, type ExtractorResultDetailed } from 'purgecss';
import { attributesOf, TAG } from '../../src/site/tags.ts';
import type { Export } from './export.ts';
import { changePlainScripts } from './inline.ts';
import type { BuiltPage } from './pages.ts';

const LINK = /<link rel="stylesheet" href="\/assets\/(?:public|members)\.css"[^>]*>/;

/** Purges once per template, for all its languages and campaigns together. */
export async function placeStyles(
  out: Export,
  pages: readonly BuiltPage[],
  css: { public: string; members: string },
): Promise<void> {
  const file = `assets/members.${createHash('sha256').update(css.members).digest('hex').slice(0, 10)}.css`;
  out.put(file, css.members);
  const byTemplate = new Map<string, string>();
  for (const page of pages) {
    if (page.route.world === 'members') {
      page.html = page.html.replace(LINK, `<link rel="stylesheet" href="/${file}">`);
      continue;
    }
    const purged = byTemplate.get(page.route.name) ?? (await purge(css.public, likePages(pages, page)));
    byTemplate.set(page.route.name, purged);
    page.html = page.html.replace(LINK, () => `<style>${purged}</style>`);
  }
}

/** A template's pages in one language, and the classes that it has only in others or in a campaign. */
function likePages(pages: readonly BuiltPage[], { route, language }: BuiltPage): string {
  const like = pages.filter((page) => page.route.name === route.name);
  const classes = like.flatMap(({ html }) => [...html.matchAll(/\sclass="([^"]*)"/g)].map((match) => match[1] ?? ''));
  const own = like.filter((page) => page.language === language).map(({ html }) => html);
  return [...own, `<i class="${[...new Set(classes)].join(' ')}"></i>`].join('\n');
}

const STRING = /(["'`])(?:\\.|(?!\1).)*\1/g;

/** What a page's styles may be about: its tags with what they carry, and any word of the strings of its scripts, never of its texts. */
function namesIn(html: string): ExtractorResultDetailed {
  const undetermined: string[] = [];
  const marks = changePlainScripts(html, (code) => {
    for (const [string] of code.matchAll(STRING)) undetermined.push(...(string.match(/[\w-]+/g) ?? []));
    return '';
  });
  const tags: string[] = [];
  const names: string[] = [];
  const values: string[] = [];
  const classes: string[] = [];
  const ids: string[] = [];
  for (const [tag, , tagName = ''] of marks.matchAll(TAG)) {
    tags.push(tagName);
    for (const [name, value] of attributesOf(tag)) {
      names.push(name);
      values.push(value);
      if (name === 'class') classes.push(...value.split(/\s+/));
      if (name === 'id') ids.push(value);
    }
  }
  return { attributes: { names, values }, classes, ids, tags, undetermined };
}

async function purge(css: string, html: string): Promise<string> {
  const [result] = await new PurgeCSS().purge({
    css: [{ raw: css }],
    content: [{ raw: html, extension: 'html' }],
    extractors: [{ extensions: ['html'], extractor: namesIn }],
    variables: true,
    keyframes: true,
    fontFace: false,
    safelist: {
      standard: [
        'data-member',
        'data-met',
        'data-drawn',
        'data-awake',
        'data-face',
        'data-fits',
        'aria-disabled',
        'aria-pressed',
        'aria-invalid',
      ],
      greedy: [/data-member/, /only-/],
    },
  });
  return result?.css ?? css;
}
