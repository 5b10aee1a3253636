// Finds the content of the <script> and <style> elements of a page. It uses no pattern, because several steps search
// every page.

export interface Inline {
  /** As written in the tag, with the leading blank; empty for a plain script. */
  readonly attributes: string;
  readonly content: string;
}
interface Place extends Inline {
  readonly start: number;
  readonly end: number;
}

function* places(html: string, name: 'script' | 'style'): Generator<Place> {
  const closing = `</${name}>`;
  for (let at = html.indexOf(`<${name}`); at >= 0; at = html.indexOf(`<${name}`, at)) {
    const start = html.indexOf('>', at) + 1;
    const end = html.indexOf(closing, start);
    if (end < 0) return;
    yield { attributes: html.slice(at + name.length + 1, start - 1), content: html.slice(start, end), start, end };
    at = end + closing.length;
  }
}

/** All of a page, in order, including those that only name a file. */
export const inlineOf = (html: string, name: 'script' | 'style'): Inline[] => [...places(html, name)];

/** The texts of a page's own scripts that are neither data nor modules. */
export const plainScripts = (html: string): string[] =>
  inlineOf(html, 'script')
    .filter(({ attributes }) => attributes === '')
    .map(({ content }) => content);

/** The page with each plain script replaced. */
export function changePlainScripts(html: string, change: (code: string) => string): string {
  let changed = '';
  let from = 0;
  for (const { attributes, content, start, end } of places(html, 'script')) {
    if (attributes !== '') continue;
    changed += html.slice(from, start) + change(content);
    from = end;
  }
  return changed + html.slice(from);
}
