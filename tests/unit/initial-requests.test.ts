// Requests before a visitor acts: everything that a phone fetches by itself, and nothing else.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { routeOf } from '#domain/routes';
import { beginExport } from '#scripts/build/export';
import { initialRequests } from '#scripts/build/initial-requests';
import { weighPage } from '#scripts/build/page-weight';
import { check as budgets } from '#scripts/checks/budgets';
import { freshFolder } from '../support/processes.ts';

const page = (body: string, head = ''): string =>
  `<!doctype html><html><head>${head}</head><body>${body}</body></html>`;

test.each([
  ['a picture', '<img src="/a.avif" alt="">'],
  ['the candidate for many dots', '<img src="/b.avif" srcset="/c.avif 360w, /a.avif 1100w, /d.avif 2000w" alt="">'],
  ['the largest candidate, where none has enough', '<img src="/b.avif" srcset="/a.avif 2x, /c.avif 1x" alt="">'],
  [
    'the first source that fits',
    '<picture><source media="(min-width: 992px)" srcset="/w.avif"><source srcset="/a.avif"><img src="/b.avif" alt=""></picture>',
  ],
  ['a picture in a drawing', '<svg><image href="/a.avif" x="2"/></svg>'],
  ['a drawing from another file', '<svg><use href="/a.avif#part"></use></svg>'],
  ['a poster', '<video preload="none" poster="/a.avif"><source src="/film.mp4"></video>'],
  ['a picture button', '<input type="image" src="/a.avif" alt="">'],
  ['captions that are on', '<video preload="none"><track default src="/a.avif"></video>'],
])('%s is fetched', (_, body) => {
  expect(initialRequests(page(body))).toEqual(['/a.avif']);
});

test.each([
  ['a preloaded file', '<link rel="preload" as="image" href="/a.avif">'],
  ['a preloaded candidate', '<link rel="preload" as="image" imagesrcset="/b.avif 1x, /a.avif 3x" href="/c.avif">'],
  ['an icon', '<link rel="icon" href="/a.avif">'],
  ['a picture of the styles', '<style>.x{background:url(/a.avif)}</style>'],
  ['one for dark phones', '<style>@media (prefers-color-scheme:dark){.x{background:url("/a.avif")}}</style>'],
  ['one for narrow screens', '<style>@media (max-width:40em){@supports (x:y){.x{background:url(/a.avif)}}}</style>'],
])('%s is fetched', (_, head) => {
  expect(initialRequests(page('<p>x</p>', head))).toEqual(['/a.avif']);
});

test.each([
  ['a picture for wide screens', '<style>@media (min-width: 576px){.x{background:url(/a.avif)}}</style>', ''],
  [
    'a picture in the page itself',
    '<style>.x{background:url(data:image/png;base64,AA)}</style>',
    '<img src="data:x" alt="">',
  ],
  ['a part of the same page', '<style>.x{fill:url(#part)}</style>', '<svg><use href="#part"></use></svg>'],
  ['a page', '<link rel="canonical" href="/a"><link rel="apple-touch-icon" href="/t.png">', '<a href="/b">b</a>'],
  ['a film that waits', '', '<video preload="none" src="/film.mp4"></video>'],
  ['captions that are off', '', '<video preload="none"><track src="/a.vtt"></video>'],
])('%s is not fetched', (_, head, body) => {
  expect(initialRequests(page(body, head))).toEqual([]);
});

test('a page exceeds its budget with pictures of every kind', () => {
  const root = freshFolder();
  const out = beginExport(join(root, 'dist', 'x'));
  const html = page(
    '<svg><image href="/drawn.avif"/></svg><video preload="none" poster="/poster.avif"></video><img src="/near.avif" alt="">',
    '<style>.x{background:url(/styled.avif)}</style>',
  );
  out.put('index.html', html);
  for (const name of ['drawn', 'poster', 'near', 'styled']) out.put(`${name}.avif`, 'x'.repeat(9000));
  out.put('fonts/display.woff2', 'x');
  const built = { file: 'index.html', route: routeOf('index'), language: 'en', html };
  const weight = weighPage(out, 'x', built, new Map());
  expect(weight).toMatchObject({ requests: 6, first: html.length + 4 * 9000 + 1 });
  writeFileSync(join(root, 'dist', 'manifest.json'), JSON.stringify({ pages: [weight] }));
  expect(budgets(root)).toMatchObject({
    faults: [expect.stringContaining('everything before the visitor acts is 36')],
  });
});

test('a page is weighed with the files of this export, never of the previous one', () => {
  const folder = join(freshFolder(), 'x');
  const first = beginExport(folder);
  for (const path of ['changed.avif', 'gone.avif', 'fonts/display.woff2']) first.put(path, 'x'.repeat(9000));
  first.sweep();
  const out = beginExport(folder);
  out.put('changed.avif', 'x'.repeat(50));
  out.put('fonts/display.woff2', 'x');
  const sizes = new Map([['index.html', 100]]);
  const weigh = (picture: string): number => {
    const html = page(`<img src="/${picture}" alt="">`);
    return weighPage(out, 'x', { file: 'index.html', route: routeOf('index'), language: 'en', html }, sizes).first;
  };
  expect(weigh('changed.avif')).toBe(100 + 50 + 1);
  expect(() => weigh('gone.avif')).toThrow('x: a page loads /gone.avif, which its export does not have.');
});

test('a page that loads a file missing from its export is reported in a sentence', () => {
  const built = {
    file: 'index.html',
    route: routeOf('index'),
    language: 'en',
    html: page('<img src="/gone.avif" alt="">'),
  };
  const weigh = (): unknown => weighPage(beginExport(freshFolder()), 'x', built, new Map([['index.html', 1]]));
  expect(weigh).toThrow('x: a page loads /gone.avif, which its export does not have.');
});
