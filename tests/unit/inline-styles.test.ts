// A page's styles: those for its elements and for what its scripts may add, and none for words that equal class names.
import { expect, test } from 'vitest';
import { routeOf } from '#domain/routes';
import { MARK } from '#html/marks';
import { placeStyles } from '#scripts/build/inline-styles';
import type { BuiltPage } from '#scripts/build/pages';

const LINK = `<link rel="stylesheet" href="/assets/public.css" ${MARK.styles}="public">`;
const page = (body: string, language = 'en'): BuiltPage => ({
  file: `${language}/index.html`,
  route: routeOf('index'),
  language,
  html: `<!doctype html><html lang="${language}"><head>${LINK}</head><body>${body}</body></html>`,
});

async function kept(names: readonly string[], ...pages: BuiltPage[]): Promise<string[]> {
  const css = names.map((name) => `${name}{color:red}`).join('');
  await placeStyles(pages, { public: css, members: '' });
  const [, style = ''] = /<style>(.*?)<\/style>/.exec(pages[0]?.html ?? '') ?? [];
  return names.filter((name) => style.includes(`${name}{`));
}

test('styles for a page’s tags, classes, ids, attributes and their values are kept', async () => {
  const names = ['main', '.hero', '#rest', '[open]', '[name=token]', '[href^=tel]', '.hero>.lead'];
  const body =
    '<main id="rest" class="hero\nlead" data-note="1 > 0"><details open><input name="token"><a href="tel:1">1</a></details></main>';
  expect(await kept(names, page(body))).toEqual(names);
});

test('words of a text, an address, a label or a value are no class names, nor are words of a script outside its strings', async () => {
  const body = `<p title="pricing">film</p><a href="/pages/faq">x</a><input value="cinema"><img alt="gallery">
    <script>const drawn = 1; root.className = 'is-late busy'; find("[data-refill=x]")</script>`;
  const names = ['.pricing', '.film', '.faq', '.cinema', '.gallery', '.drawn', '.is-late', '.busy', '.root'];
  expect(await kept(names, page(body))).toEqual(['.is-late', '.busy']);
});

test('styles needed only by another language’s page are kept on all', async () => {
  expect(await kept(['.one', '.two', '.three'], page('<p class="one">', 'en'), page('<p class="two">', 'de'))).toEqual([
    '.one',
    '.two',
  ]);
});

test('a condition is removed with its last style', async () => {
  const one = page('<p class="one">');
  const css =
    '@media (width<9em){.two{color:red}}@supports (a:b){@supports (c:d){@media (width<9em){.two{top:0}}}}@media (width<9em){.one{color:red}}';
  await placeStyles([one], { public: css, members: '' });
  expect(one.html).toContain('<style>@media (width<9em){.one{color:red}}</style>');
});

test('a page without exactly one link to its styles fails the build', async () => {
  for (const links of ['', LINK + LINK]) {
    const wrong = { ...page(''), html: `<!doctype html><head>${links}</head>` };
    await expect(placeStyles([wrong], { public: '', members: '' })).rejects.toThrow(/links marked data-styles/);
  }
});
