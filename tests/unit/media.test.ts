// The route of stored pictures: its addresses, and the headers of each form.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { photoFiles } from '#server/media/photo-files';
import { servePhoto, photoAddress } from '#server/media/serve-photos';
import { folderStore } from '#server/storage/folder-store';

const token = '0123456789abcdef'.repeat(2);
const folder = mkdtempSync(join(tmpdir(), 'media-'));
for (const form of ['96.webp', '400.avif']) writeFileSync(join(folder, `p001-${form}`), form);
const photos = photoFiles(folderStore('/not-there'), folderStore(folder));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

describe('stored pictures', () => {
  test.each(['96.webp', '320.webp', '640.webp', '1280.webp', '400.avif'])('have an address as %s', (form) => {
    expect(photoAddress(`/media/photos/${token}-${form}`)).toEqual({ token, key: null, form });
  });

  test('F8: that of a private one has an hour and a signature before the form', () => {
    const key = `490123-${'f'.repeat(32)}`;
    expect(photoAddress(`/media/photos/${token}-${key}-640.webp`)).toEqual({ token, key, form: '640.webp' });
    for (const wrong of ['490123', `490123-${'f'.repeat(31)}`, `49012-${'f'.repeat(32)}`, `490123-${'F'.repeat(32)}`])
      expect(photoAddress(`/media/photos/${token}-${wrong}-640.webp`)).toBeNull();
  });

  test('ME20: a picture of the demo is drawn 640 pixels wide, and shown over the whole screen as it is', async () => {
    writeFileSync(join(folder, 'p002-640.webp'), 'drawn');
    const asked = { file: 'p002', form: '1280.webp', isPrivate: false, known: null };
    expect(await (await servePhoto(photos, asked)).text()).toBe('drawn');
  });

  test('E4 F8: nothing that leads out of the folder, names a file as it is stored, or goes on behind the form is an address', () => {
    const encoded = ['%2e%2e', '%2e%2e%2f', '..%2f', '..%5c', '%00'];
    const outs = [...encoded, '..', '.', '..\\', '....//', '\0', ' ', ';', ':', '~', '*'];
    const others = [`${token.toUpperCase()}-96`, `${token}0-96`, `${token.slice(1)}-96`, 'p001-96', '-96', token];
    const names = [
      ...outs.flatMap((out) => [`${out}/${token}-96.webp`, `${out}${token}-96.webp`, `${token}-96.webp${out}`]),
      ...others.map((name) => `${name}.webp`),
      ...['', '/', token, `${token}-`, `${token}-96.webp?x`, `${token}-96.webp#x`, `${token}-voice.bin`],
    ];
    expect(names.length).toBeGreaterThan(50);
    for (const name of names) expect(photoAddress(`/media/photos/${name}`), name).toBeNull();
  });

  test.each(['400.webp', '96.avif', '320.jpg', '../p001', '96.webp/', '96.webp.br'])('have none as %s', (form) => {
    expect(photoAddress(`/media/photos/${token}-${form}`)).toBeNull();
  });

  test.each([
    ['96.webp', 'image/webp'],
    ['400.avif', 'image/avif'],
  ])(
    'E1 F8 PH4: %s has its type and runs nothing; no shared cache keeps it, no browser a private one',
    async (form, type) => {
      for (const isPrivate of [false, true]) {
        const answer = await servePhoto(photos, { file: 'p001', form, isPrivate, known: null });
        expect(await answer.text()).toBe(form);
        expect(Object.fromEntries(answer.headers)).toMatchObject({
          'content-type': type,
          'content-length': String(form.length),
          'x-content-type-options': 'nosniff',
          'content-security-policy': "default-src 'none'; sandbox",
          'cross-origin-resource-policy': 'same-origin',
          'referrer-policy': 'same-origin',
          'cache-control': isPrivate ? 'private, no-store' : 'private, max-age=300',
        });
      }
    },
  );

  test('PH3: a picture that the browser has is not sent again, unless it is private or another one now', async () => {
    const ask = (known: string | null, isPrivate = false) =>
      servePhoto(photos, { file: 'p001', form: '96.webp', isPrivate, known });
    const known = (await ask(null)).headers.get('etag');
    const again = await ask(known);
    expect([again.status, again.headers.get('cache-control'), await again.text()]).toEqual([
      304,
      'private, max-age=300',
      '',
    ]);
    expect([(await ask('"old"')).status, (await ask(known, true)).status]).toEqual([200, 200]);
    expect((await ask(known, true)).headers.get('etag')).toBeNull();
  });

  test('one who asks for the headers only gets them, without a picture', async () => {
    const asked = { file: 'p001', form: '96.webp', isPrivate: false, known: null, isHead: true };
    const answer = await servePhoto(photos, asked);
    expect([answer.status, answer.headers.get('content-length'), await answer.text()]).toEqual([200, '7', '']);
  });

  test('a missing form is a plain 404 that is not cached', async () => {
    const answer = await servePhoto(photos, { file: 'p001', form: '640.webp', isPrivate: false, known: null });
    expect([answer.status, answer.headers.get('cache-control')]).toEqual([404, 'no-store']);
  });
});
