// Pages that Astro makes for several niches: gathered in a file for each, and read back as they were.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { AstroPrerenderer } from 'astro';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { gathered, gatherPages } from '#scripts/build/gather';

let folder = '';
beforeEach(() => {
  folder = join(mkdtempSync(join(tmpdir(), 'gather-')), 'pages');
});
afterEach(() => rmSync(join(folder, '..'), { recursive: true }));

type Begin = (options: { setPrerenderer: (make: (own: AstroPrerenderer) => AstroPrerenderer) => void }) => void;

/** What Astro would make files of, after all pages were gathered. */
async function gather(pages: Readonly<Record<string, string>>): Promise<(ReadableStream | null)[]> {
  const bodies: (ReadableStream | null)[] = [];
  const own: AstroPrerenderer = {
    name: 'own',
    getStaticPaths: () => Promise.resolve([]),
    render: ({ url }) => Promise.resolve(new Response(pages[new URL(url).pathname] ?? '')),
  };
  const made: AstroPrerenderer[] = [];
  const begin = gatherPages(folder).hooks['astro:build:start'] as unknown as Begin;
  begin({ setPrerenderer: (make) => void made.push(make(own)) });
  for (const path of Object.keys(pages)) {
    const answer = await made[0]?.render(new Request(`http://site.test${path}`), { routeData: {} as never });
    bodies.push(answer instanceof Response ? answer.body : null);
  }
  await made[0]?.teardown?.();
  return bodies;
}
const read = (niche: string): Record<string, string> =>
  Object.fromEntries([...gathered(folder, niche)].map(([path, content]) => [path, content.toString()]));

test('pages of several niches come back by niche and path, and Astro writes none of them', async () => {
  const bodies = await gather({
    '/one/': '<p>ä',
    '/two/de/login/': 'ß\n'.repeat(50_000),
    '/one/404/': 'lost',
    '/one/de/404/': 'verirrt',
    '/two/film/de.vtt': 'WEBVTT',
    '/two/de/chats/_/': '',
  });
  expect(bodies).toEqual([null, null, null, null, null, null]);
  expect(read('one')).toEqual({ 'index.html': '<p>ä', '404.html': 'lost', 'de/404/index.html': 'verirrt' });
  expect(read('two')).toEqual({
    'de/login/index.html': 'ß\n'.repeat(50_000),
    'film/de.vtt': 'WEBVTT',
    'de/chats/_/index.html': '',
  });
});

test('a page that holds what ends one is refused', async () => {
  await expect(gather({ '/one/': 'a\0b' })).rejects.toThrow('index.html of one holds');
});
