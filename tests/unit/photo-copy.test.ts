// The copy of photos in a backup, while photos come and go.
import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { copyPhotos } from '#scripts/database/photo-copy';
import { AVIF_FORM, PHOTO_FORMS } from '#server/media/photo-forms';

const folder = mkdtempSync(join(tmpdir(), 'photo-copy-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
const [whole, partial, gone, unnamed] = ['a', 'b', 'c', 'd'].map((each) => each.repeat(32)) as [
  string,
  string,
  string,
  string,
];

test('a backup copies the photos of its rows, and says which are not whole', async () => {
  const from = join(folder, 'photos');
  const to = join(folder, 'copy');
  expect(await copyPhotos(from, to, new Set(['p001']))).toEqual({ copied: 0, incomplete: [] });
  rmSync(to, { recursive: true });
  const made = new Date(2026, 1, 3);
  mkdirSync(from);
  for (const form of [...PHOTO_FORMS, AVIF_FORM])
    for (const file of [whole, unnamed]) {
      writeFileSync(join(from, `${file}-${form}`), file + form);
      utimesSync(join(from, `${file}-${form}`), made, made);
    }
  writeFileSync(join(from, `${partial}-${PHOTO_FORMS[0]}`), 'half an upload');
  expect(await copyPhotos(from, to, new Set([whole, partial, gone, 'p001']))).toEqual({
    copied: PHOTO_FORMS.length + 2,
    incomplete: [partial, gone],
  });
  expect(new Set(readdirSync(to).map((name) => name.slice(0, 32)))).toEqual(new Set([whole, partial]));
  const copy = join(to, `${whole}-${PHOTO_FORMS[0]}`);
  expect([readFileSync(copy, 'utf8'), statSync(copy).mtime]).toEqual([whole + PHOTO_FORMS[0], made]);
});
