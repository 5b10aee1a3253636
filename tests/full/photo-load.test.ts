// What the largest photos take of the server: its memory, and the time in which it answers no one else.
import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import sharp from 'sharp';
import { afterAll, expect, test } from 'vitest';
import { MAX_PHOTO_BYTES } from '#contract/photos';

const folder = mkdtempSync(join(tmpdir(), 'matchloom-photo-load-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Of nearly as many pixels and bytes as are taken. */
async function largestPhoto(): Promise<string> {
  const noise = { type: 'gaussian', mean: 128, sigma: 40 } as const;
  const small = await sharp({ create: { width: 2600, height: 1500, channels: 3, background: '#888', noise } })
    .png({ compressionLevel: 0 })
    .toBuffer();
  const large = sharp(small).resize(8000, 4900, { fit: 'fill' });
  const all = await Promise.all([80, 65, 50].map((quality) => large.clone().jpeg({ quality }).toBuffer()));
  const bytes = all.find(({ length }) => length <= MAX_PHOTO_BYTES) ?? Buffer.alloc(0);
  expect(bytes.length).toBeGreaterThan(7_000_000);
  const path = join(folder, 'large.jpg');
  writeFileSync(path, bytes);
  return path;
}

// Figures of a machine that does little else.
test('PR4 PH8: two of the largest photos at once hold up no other call for 50 ms, and take less than 400 MB', async () => {
  const path = await largestPhoto();
  const program = join(import.meta.dirname, '../support/photo-load.ts');
  const { stdout } = await promisify(execFile)(process.execPath, [program, path, path]);
  const { longest, megabytes } = JSON.parse(stdout) as { longest: number; megabytes: number };
  expect(longest).toBeLessThan(50);
  expect(megabytes).toBeLessThan(400);
});
