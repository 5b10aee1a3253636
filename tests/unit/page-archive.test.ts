// Pages that Astro renders for several niches are collected in one file each, and read back unchanged.
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { AstroPrerenderer } from 'astro';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { readArchive, archivePages } from '#scripts/build/page-archive';

let folder = '';
let rendered: string[] = [];
beforeEach(() => {
  rendered = [];
  folder = join(mkdtempSync(join(tmpdir(), 'page-archive-')), 'pages');
});
afterEach(() => rmSync(join(folder, '..'), { recursive: true }));

type Begin = (options: { setPrerenderer: (make: (own: AstroPrerenderer) => AstroPrerenderer) => void }) => void;

/** The files that Astro would write after all pages were collected. */
async function collect(pages: Readonly<Record<string, string | Error>>): Promise<(ReadableStream | null)[]> {
  const bodies: (ReadableStream | null)[] = [];
  const own: AstroPrerenderer = {
    name: 'own',
    getStaticPaths: () => Promise.resolve([]),
    render: ({ url }) => {
      const page = pages[new URL(url).pathname] ?? '';
      return page instanceof Error ? Promise.reject(page) : Promise.resolve(new Response(page));
    },
  };
  const made: AstroPrerenderer[] = [];
  const begin = archivePages(folder, (niche) => rendered.push(niche)).hooks['astro:build:start'] as unknown as Begin;
  begin({ setPrerenderer: (make) => void made.push(make(own)) });
  for (const path of Object.keys(pages)) {
    const answer = await made[0]?.render(new Request(`http://site.test${path}`), { routeData: {} as never });
    bodies.push(answer instanceof Response ? answer.body : null);
  }
  await made[0]?.teardown?.();
  return bodies;
}
const read = (niche: string): Record<string, string> =>
  Object.fromEntries([...readArchive(folder, niche)].map(([path, content]) => [path, content.toString()]));

test('pages of several niches are read back by niche and path, and Astro writes none of them', async () => {
  const bodies = await collect({
    '/one/': '<p>ä',
    '/one/404/': 'lost',
    '/one/de/404/': 'verirrt',
    '/two/de/login/': 'ß\n'.repeat(50_000),
    '/two/film/de.vtt': 'WEBVTT',
    '/two/de/chats/_/': '',
  });
  expect(bodies).toEqual([null, null, null, null, null, null]);
  expect(read('one')).toEqual({ 'index.html': '<p>ä', '404.html': 'lost', 'de/404.html': 'verirrt' });
  expect(read('two')).toEqual({
    'de/login.html': 'ß\n'.repeat(50_000),
    'film/de.vtt': 'WEBVTT',
    'de/chats/_.html': '',
  });
});

test('a niche is announced once its file is complete', async () => {
  await collect({ '/one/': 'a', '/one/de/': 'b', '/two/': 'c', '/three/': 'd' });
  expect(rendered).toEqual(['one', 'two']);
  await expect(collect({ '/four/': 'a', '/five/': 'b', '/four/de/': 'c' })).rejects.toThrow('EEXIST');
});

test('a page that contains the separator is refused', async () => {
  await expect(collect({ '/one/': 'a\0b' })).rejects.toThrow('one: index.html holds');
});

test('an error of a page names its niche and path', async () => {
  const wrong = new TypeError('Cannot read it.');
  const failed: unknown = await collect({ '/one/': 'a', '/two/de/login/': wrong }).catch((error: unknown) => error);
  expect(failed).toMatchObject({ message: 'two: de/login.html: Cannot read it.', cause: wrong });
});

test.each([1, 4, 14])('a file without its last %i bytes is refused, not read without end', async (lost) => {
  await collect({ '/one/': '<p>a', '/one/de/': '<p>b' });
  const file = join(folder, 'one');
  writeFileSync(file, readFileSync(file).subarray(0, -lost));
  expect(() => read('one')).toThrow('gathered for one break off');
});
