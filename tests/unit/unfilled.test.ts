// What finds keys, placeholders and empty values on a page is seen to find planted ones.
import { expect, test } from 'vitest';
import { leftInPage, leftInSight } from '../support/unfilled.ts';

const spaces = ['site', 'lander-video'];
const page = (body: string, title = 'Chats · Site'): string =>
  `<html><head><title>${title}</title><style>a{{b}}</style></head><body><main><p>Hello Anna</p>${body}</main></body></html>`;
const code =
  '<script>x="{{name}}";y="site:hello"</script><astro-island props="{&quot;a&quot;:&quot;{{name}}&quot;}">{{name}}</astro-island><p props="{{name}}">At 10:30, see https://site:8080</p>';

test('a page without leftovers has none, also where its scripts name some', () => {
  expect(leftInPage(page(code), spaces)).toEqual([]);
  expect(leftInSight(page('<script>x="{{name}}"</script><p>At 10:30</p>'))).toEqual([]);
});

test.each([
  ['<p>Hello {{name}}</p>', ['{{', '}}']],
  ['<img alt="Photo of {{name}}">', ['{{', '}}']],
  ['<p>site:hello</p>', ['site:hello']],
  ['<a title="lander-video:scene_1">x</a>', ['lander-video:scene_1']],
  ['<a href="undefined">x</a>', ['="undefined"']],
  ['<p>[object Object]</p>', ['[object ']],
])('a leftover in a page is found: %s', (planted, found) => {
  expect(leftInPage(page(planted), spaces)).toEqual(found);
});

test('a placeholder in the head of a page is found', () => {
  expect(leftInPage(page('', '{{name}} · Site'), spaces)).toEqual(['{{', '}}']);
});

test.each([
  ['<p>Hello {{name}}</p>', '{{name}}'],
  ['<p>You have {{}} likes</p>', '{{}}'],
  ['<p>site:first_heading</p>', 'site:first_heading'],
  ['<p>You are undefined</p>', 'undefined'],
])('a leftover in sight is found: %s', (planted, found) => {
  expect(leftInSight(page(planted))).toEqual([found]);
});
