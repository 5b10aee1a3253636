// Inserts each page's styles: purged and inlined in the public world, one hashed file in the members area.
import { createHash } from 'node:crypto';
import { PurgeCSS, type ExtractorResultDetailed } from 'purgecss';
import { MARK } from '../../src/html/marks.ts';
import { attributesOf, eachTag, TAG } from '../../src/html/tags.ts';
import type { Export } from './export.ts';
import { changePlainScripts } from './inline.ts';
import type { BuiltPage } from './pages.ts';

/** A niche's styles: those of public pages, and the address of those of the members area. */
export interface Styles {
  readonly public: string;
  readonly members: string;
}

/** Writes the styles of the members area to a file named by their hash. */
export function putStyles(out: Export, css: { public: string; members: string }): Styles {
  const file = `assets/members.${createHash('sha256').update(css.members).digest('hex').slice(0, 10)}.css`;
  out.put(file, css.members);
  return { public: css.public, members: `/${file}` };
}

/** Inserts the styles of all pages of one template; they are purged once, for all languages and campaigns together. */
export async function placeStyles(pages: readonly BuiltPage[], styles: Styles): Promise<void> {
  const isMembers = pages[0]?.route.world === 'members';
  const placed = isMembers
    ? `<link rel="stylesheet" href="${styles.members}">`
    : `<style>${await purge(styles.public, together(pages))}</style>`;
  for (const page of pages) {
    let links = 0;
    page.html = eachTag(page.html, 'link', MARK.styles, () => ((links += 1), placed));
    if (links !== 1) throw new Error(`${page.file} has ${links} links marked ${MARK.styles} instead of one.`);
  }
}

/** A template's pages in one language, and the classes that occur only in other languages or in a campaign. */
function together(pages: readonly BuiltPage[]): string {
  const classes = pages.flatMap(({ html }) => [...html.matchAll(/\sclass="([^"]*)"/g)].map((match) => match[1] ?? ''));
  const own = pages.filter((page) => page.language === pages[0]?.language).map(({ html }) => html);
  return [...own, `<i class="${[...new Set(classes)].join(' ')}"></i>`].join('\n');
}

const STRING = /(["'`])(?:\\.|(?!\1).)*\1/g;

/**
 * The words that a page's styles may refer to: tags with their attributes, and all words in the strings of its scripts,
 * but not in its texts.
 */
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
        'data-source',
        'aria-disabled',
        'aria-pressed',
        'aria-invalid',
        'autofocus',
      ],
      greedy: [/data-member/, /only-/],
    },
  });
  return withoutEmpty(result?.css ?? css);
}

/** Removes conditions that purging left empty, nested ones too. */
function withoutEmpty(css: string): string {
  const less = css.replace(/@[^{};]+\{\}/g, '');
  return less === css ? css : withoutEmpty(less);
}
