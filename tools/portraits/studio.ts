/** Turns drawings into painted pixels. */
import sharp from 'sharp';
import { drawSharpBackdrop, softnessOf } from './backdrop.ts';
import { drawPortrait } from './draw.ts';
import { paint } from './paint.ts';
import type { Look } from './look.ts';

export interface Pixels {
  data: Uint8Array;
  width: number;
  height: number;
}

export async function develop(svg: string): Promise<Pixels> {
  const { data, info } = await sharp(Buffer.from(svg)).removeAlpha().raw().toBuffer({ resolveWithObject: true });
  return { data: paint(data, info.width, info.height), width: info.width, height: info.height };
}

export async function developPortrait(look: Look): Promise<Pixels> {
  const small = sharp(Buffer.from(drawSharpBackdrop(look))).blur(softnessOf(look) / 3);
  const png = await small.png({ compressionLevel: 1 }).toBuffer();
  const backdrop = `<image href="data:image/png;base64,${png.toString('base64')}" width="480" height="600" preserveAspectRatio="none"/>`;
  return develop(drawPortrait(look, backdrop));
}
