// The stored forms of uploaded pictures: kinds, turned, transparent, moving, too large or broken ones.
import { readFile } from 'node:fs/promises';
import sharp from 'sharp';
import { describe, expect, test } from 'vitest';
import { cropText, parseCrop, pixelsOf } from '#domain/photo-crop';
import { avifOf, developPhoto } from '#server/media/develop-photo';
import { PHOTO_FORMS, type PhotoForm } from '#server/media/photo-forms';
import { photoKind } from '#server/media/photo-kind';
import * as pictures from '../support/pictures.ts';

const form = async (bytes: Uint8Array, name: PhotoForm = '640.webp') => (await developPhoto(bytes)).forms[name];
/** Red, green and blue of a pixel, from 0 to 1 of width and height. */
async function pixel(bytes: Uint8Array, across: number, down: number): Promise<number[]> {
  const { data, info } = await sharp(bytes).raw().toBuffer({ resolveWithObject: true });
  const at = Math.floor(info.height * down) * info.width + Math.floor(info.width * across);
  return [...data.subarray(at * info.channels, at * info.channels + 3)];
}
const isNear = (found: readonly number[], wanted: readonly number[]): boolean =>
  wanted.every((value, at) => Math.abs(value - (found[at] ?? -999)) < 60);
const RED = [255, 0, 0];
const BLUE = [0, 0, 255];

describe('the kind of a picture', () => {
  test.each(['jpeg', 'png', 'webp', 'avif'] as const)('PH8: %s is told by its bytes', async (kind) => {
    expect(photoKind(await pictures.pictureBytes(kind))).toBe(kind);
  });

  test('PH8: a HEIC picture is told, also under another name; a GIF, a text and nothing are no kind', () => {
    expect(photoKind(pictures.heic())).toBe('heic');
    for (const other of ['GIF89a......', '<svg xmlns="http://www.w3.org/2000/svg">', '%PDF-1.7', ''])
      expect(photoKind(Buffer.from(other))).toBeNull();
  });
});

describe('the stored forms', () => {
  const MOVING = ['animatedWebp', 'movingPng'] as const;

  test.each(['jpeg', 'png', 'webp', 'avif'] as const)('PH8: %s is made in every size', async (kind) => {
    const { forms } = await developPhoto(await pictures.pictureBytes(kind, { width: 1600, height: 1200 }));
    const sizes = await Promise.all(PHOTO_FORMS.map(async (name) => (await sharp(forms[name]).metadata()).width));
    expect(sizes).toEqual([96, 320, 640, 1280, 32]);
    expect(isNear(await pixel(forms['640.webp'], 0.25, 0.5), RED)).toBe(true);
  });

  test('PH8: a small picture is not blown up, a very high one is held to twice its width', async () => {
    const { forms: small } = await developPhoto(await pictures.jpeg({ width: 450, height: 450 }));
    expect((await sharp(small['1280.webp']).metadata()).width).toBe(450);
    const { forms: high } = await developPhoto(await pictures.jpeg({ width: 400, height: 4000 }));
    expect((await sharp(high['96.webp']).metadata()).height).toBe(192);
  });

  test('E2 PH8: a lying picture is stored upright, and neither tag nor place are in any form', async () => {
    const { forms } = await developPhoto(await pictures.sidewaysJpeg({ width: 1200, height: 900 }));
    for (const name of PHOTO_FORMS) {
      const { width, height, orientation, exif, xmp, icc } = await sharp(forms[name]).metadata();
      expect([height > width, orientation, exif, xmp, icc]).toEqual([true, undefined, undefined, undefined, undefined]);
      expect(Buffer.from(forms[name]).toString('latin1')).not.toMatch(/SECRET|Exif|GPS/);
    }
    // Turned to the right, what was left is above.
    expect(isNear(await pixel(forms['640.webp'], 0.5, 0.25), RED)).toBe(true);
    expect(isNear(await pixel(forms['640.webp'], 0.5, 0.75), BLUE)).toBe(true);
  });

  test('PH8: what is transparent becomes light', async () => {
    expect(isNear(await pixel(await form(await pictures.clearPng()), 0.5, 0.5), [255, 255, 255])).toBe(true);
  });

  test('PH8: the colours of a picture for printing are right', async () => {
    const [red = 0, green = 0, blue = 0] = await pixel(await form(await pictures.cmykJpeg()), 0.25, 0.5);
    expect([red > 150, green < 90, blue < 90]).toEqual([true, true, true]);
  });

  test.each(MOVING)('PH8: of a moving picture the first frame stays: %s', async (kind) => {
    const still = await form(await pictures[kind]());
    expect((await sharp(still).metadata()).pages ?? 1).toBe(1);
    expect(isNear(await pixel(still, 0.5, 0.5), RED)).toBe(true);
  });

  test.each([
    ['a wide', { width: 1200, height: 900 }, [32, 24]],
    ['a high', { width: 900, height: 1200 }, [24, 32]],
    ['a very high', { width: 400, height: 4000 }, [3, 32]],
  ])('E1 PH5: the locked form of %s picture has at most 32 pixels each way', async (_, size, wanted) => {
    const { width, height } = await sharp(await form(await pictures.jpeg(size), '32.webp')).metadata();
    expect([width, height]).toEqual(wanted);
  });

  test('E2 PH8: the AVIF that is made later is small, upright and without metadata', async () => {
    const stored = await form(await pictures.sidewaysJpeg({ width: 1200, height: 900 }), '1280.webp');
    const avif = await avifOf(stored);
    const { format, compression, width, height, exif, xmp, icc } = await sharp(avif).metadata();
    expect([format, compression, width, height]).toEqual(['heif', 'av1', 400, 533]);
    expect([exif, xmp, icc]).toEqual([undefined, undefined, undefined]);
    expect(isNear(await pixel(avif, 0.5, 0.25), RED)).toBe(true);
  });
});

describe('a picture that is turned and cut', () => {
  const AREA = { x: 0, y: 0, width: 50, height: 100 };

  test('PR4: the part that was chosen is kept, of the picture as it stands', async () => {
    const whole = await pictures.jpeg({ width: 1600, height: 1200 });
    const left = (await developPhoto(whole, { turn: 0, crop: AREA })).forms['640.webp'];
    expect((await sharp(left).metadata()).height).toBe(960);
    expect(isNear(await pixel(left, 0.9, 0.5), RED)).toBe(true);
    const turned = await pictures.sidewaysJpeg({ width: 1600, height: 1200 });
    const lower = { x: 0, y: 50, width: 100, height: 50 };
    expect(
      isNear(await pixel((await developPhoto(turned, { turn: 0, crop: lower })).forms['640.webp'], 0.5, 0.1), BLUE),
    ).toBe(true);
  });

  test('PR4: a turn to the right comes before the part', async () => {
    const whole = await pictures.jpeg({ width: 1600, height: 1200 });
    const once = (await developPhoto(whole, { turn: 90, crop: null })).forms['640.webp'];
    const { width, height } = await sharp(once).metadata();
    expect([width < height, isNear(await pixel(once, 0.5, 0.1), RED)]).toEqual([true, true]);
    const upper = { x: 0, y: 0, width: 100, height: 40 };
    const part = (await developPhoto(whole, { turn: 270, crop: upper })).forms['640.webp'];
    expect(isNear(await pixel(part, 0.5, 0.5), BLUE)).toBe(true);
  });

  test('PH8: a part with a side of less than 200 pixels is refused', async () => {
    const whole = await pictures.jpeg({ width: 600, height: 400 });
    const small = { x: 10, y: 10, width: 33, height: 80 };
    await expect(developPhoto(whole, { turn: 0, crop: small })).rejects.toMatchObject({ code: 'photo_small' });
    await developPhoto(whole, { turn: 0, crop: { ...small, width: 34 } });
  });

  test('PR4: a part travels as text; one that is none or reaches out of the picture is not read', () => {
    expect(parseCrop(cropText({ x: 0, y: 12.34567, width: 100, height: 33.3 }))).toEqual({
      x: 0,
      y: 12.346,
      width: 100,
      height: 33.3,
    });
    for (const wrong of ['', '1,2,3', '0,0,100,100,1', '-1,0,50,50', '60,0,50,50', '0,0,0,50', '0,0,1e2,50', 'a,b,c,d'])
      expect(parseCrop(wrong)).toBeNull();
    expect(pixelsOf({ x: 99.9, y: 0, width: 1, height: 100 }, { width: 100, height: 100 })).toEqual({
      left: 99,
      top: 0,
      width: 1,
      height: 100,
    });
  });
});

describe('what a picture looks like', () => {
  const hashed = async (bytes: Buffer): Promise<string> => (await developPhoto(bytes)).hash;
  const distance = (a: string, b: string): number => [...a].filter((bit, at) => bit !== b[at]).length;

  test('PH9: the same picture in another size and quality has nearly the same hash, another one has not', async () => {
    const [one, other] = await Promise.all(['p020', 'p033'].map((name) => readFile(`demo/pictures/${name}-640.webp`)));
    if (!one || !other) throw new Error('The pictures of the demo are missing.');
    const again = await sharp(one).resize(500).jpeg({ quality: 40 }).toBuffer();
    const hash = await hashed(one);
    expect(hash).toMatch(/^[01]{64}$/);
    expect(distance(hash, await hashed(again))).toBeLessThanOrEqual(5);
    expect(distance(hash, await hashed(other))).toBeGreaterThan(10);
  });
});

describe('refused pictures', () => {
  const REFUSED: Readonly<Record<string, readonly [string, () => Promise<Buffer> | Buffer]>> = {
    'a short side of 399 pixels': ['photo_small', () => pictures.jpeg({ width: 399, height: 900 })],
    'more than 40 megapixels, by the header alone': ['photo_pixels', () => pictures.pngHeader(20_000, 20_000)],
    'the 108 megapixels of some phones': ['photo_pixels', () => pictures.pngHeader(12_000, 9000)],
    'a header without pixels': ['photo_broken', () => pictures.pngHeader(500, 500)],
    'half a picture': ['photo_broken', async () => cut(await pictures.jpeg({ width: 2000, height: 2000 }))],
    'no picture at all': ['photo_broken', () => Buffer.from('\xff\xd8\xffnothing', 'latin1')],
  };
  const cut = (bytes: Buffer): Buffer => bytes.subarray(0, bytes.length / 2);

  test.each(Object.entries(REFUSED))('F6 PH8: %s', async (_, [code, make]) => {
    await expect(developPhoto(await make())).rejects.toMatchObject({ code });
  });

  test('PH8: a short side of 400 pixels and 40 megapixels are taken', async () => {
    await developPhoto(await pictures.jpeg({ width: 400, height: 400 }));
    await developPhoto(await pictures.jpeg({ width: 8000, height: 5000 }));
  });
});
