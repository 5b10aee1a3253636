// The route of stored pictures: its addresses, and the headers of each form.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { servePhoto, photoAddress } from '#server/media/serve-photos';

const token = '0123456789abcdef'.repeat(2);
const folder = mkdtempSync(join(tmpdir(), 'media-'));
for (const form of ['96.webp', '400.avif']) writeFileSync(join(folder, `p001-${form}`), form);
afterAll(() => rmSync(folder, { recursive: true, force: true }));

describe('stored pictures', () => {
  test.each(['96.webp', '320.webp', '640.webp', '1280.webp', '400.avif'])('have an address as %s', (form) => {
    expect(photoAddress(`/media/photos/${token}-${form}`)).toEqual({ token, form });
  });

  test.each(['400.webp', '96.avif', '320.jpg', '../p001', '96.webp/', '96.webp.br'])('have none as %s', (form) => {
    expect(photoAddress(`/media/photos/${token}-${form}`)).toBeNull();
  });

  test.each([
    ['96.webp', 'image/webp'],
    ['400.avif', 'image/avif'],
  ])('E1 PH4: %s has the right type, and is not cached by shared caches when it is private', async (form, type) => {
    for (const isPrivate of [false, true]) {
      const answer = await servePhoto(['/not-there', folder], 'p001', form, isPrivate);
      expect(await answer.text()).toBe(form);
      expect(Object.fromEntries(answer.headers)).toMatchObject({
        'content-type': type,
        'x-content-type-options': 'nosniff',
        'cache-control': isPrivate ? 'private, no-store' : 'public, max-age=86400',
      });
    }
  });

  test('a missing form is a plain 404 that is not cached', async () => {
    const answer = await servePhoto([folder], 'p001', '640.webp', false);
    expect([answer.status, answer.headers.get('cache-control')]).toEqual([404, 'no-store']);
  });
});
