// Range requests for films: 206 with the right bytes, 416 outside, the whole film for no or an unknown range.
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { serveFile } from '#server/static/answer';
import { listSite, type StaticSite } from '#server/static/files';
import { freshFolder } from '../support/processes.ts';

/** A site that holds one film of ten bytes. */
function siteWithFilm(): StaticSite {
  const dist = freshFolder();
  mkdirSync(join(dist, 'made', 'film'), { recursive: true });
  mkdirSync(join(dist, 'hosting', 'made'), { recursive: true });
  writeFileSync(join(dist, 'hosting', 'made', 'headers.json'), JSON.stringify({ security: {}, policies: {} }));
  writeFileSync(join(dist, 'hosting', 'made', 'finished'), '');
  writeFileSync(join(dist, 'made', 'film', 'film.mp4'), '0123456789');
  return listSite(dist, 'made');
}

const ask = async (range: string | null, more: Record<string, string> = {}, method = 'GET'): Promise<Response> => {
  const site = siteWithFilm();
  const file = site.files.get('/film/film.mp4');
  if (!file) throw new Error('The film was not listed.');
  const headers = { ...(range === null ? {} : { Range: range }), ...more };
  return serveFile(new Request('http://made.example/film/film.mp4', { headers, method }), file, site.headers);
};

describe('LA10: a film is sent in parts, as Safari requests it', () => {
  test.each([
    ['bytes=0-1', '01', 'bytes 0-1/10'],
    ['bytes=4-', '456789', 'bytes 4-9/10'],
    ['bytes=-3', '789', 'bytes 7-9/10'],
    ['bytes=8-99', '89', 'bytes 8-9/10'],
    ['bytes=0-9', '0123456789', 'bytes 0-9/10'],
  ])('%s', async (range, text, contentRange) => {
    const answer = await ask(range);
    expect(answer.status).toBe(206);
    expect(answer.headers.get('Content-Range')).toBe(contentRange);
    expect(answer.headers.get('Content-Length')).toBe(String(text.length));
    expect(answer.headers.get('Content-Type')).toBe('video/mp4');
    expect(await answer.text()).toBe(text);
  });

  test.each(['bytes=10-', 'bytes=12-20', 'bytes=-0'])('%s lies outside', async (range) => {
    const answer = await ask(range);
    expect(answer.status).toBe(416);
    expect(answer.headers.get('Content-Range')).toBe('bytes */10');
    expect(await answer.text()).toBe('');
  });

  test.each([null, 'bytes=5-2', 'bytes=0-1,4-5', 'lines=0-1', 'bytes=-', 'bytes=a-b'])(
    '%s gets the whole film',
    async (range) => {
      const answer = await ask(range);
      expect(answer.status).toBe(200);
      expect(answer.headers.get('Accept-Ranges')).toBe('bytes');
      expect(await answer.text()).toBe('0123456789');
    },
  );

  test('If-Range of an older version gets the whole film, of the same version the part; HEAD has no body', async () => {
    const etag = (await ask(null)).headers.get('ETag') ?? '';
    expect((await ask('bytes=0-1', { 'If-Range': '"other"' })).status).toBe(200);
    expect((await ask('bytes=0-1', { 'If-Range': etag })).status).toBe(206);
    const head = await ask('bytes=0-1', {}, 'HEAD');
    expect([head.status, head.headers.get('Content-Length'), await head.text()]).toEqual([206, '2', '']);
  });
});
