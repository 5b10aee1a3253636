// Encodes a picture at the best quality that fits a byte limit.
import sharp from 'sharp';

/** The best quality below `most` that stays within `bytes`, found by bisection. */
export async function within(
  bytes: number,
  encode: (quality: number) => Promise<Buffer>,
  most: number,
): Promise<Buffer> {
  let best: Buffer | null = null;
  for (let low = 7, high = most; low <= high;) {
    const quality = Math.floor((low + high) / 2);
    const buffer = await encode(quality);
    if (buffer.length <= bytes) [best, low] = [buffer, quality + 1];
    else high = quality - 1;
  }
  if (!best) throw new Error(`the picture does not fit in ${bytes} bytes`);
  return best;
}

/** A picture as AVIF of at most `bytes`; `effort` is 0 to 9. */
export const avifWithin = (bytes: number, png: Buffer, effort: number): Promise<Buffer> =>
  within(bytes, (quality) => sharp(png).avif({ quality, effort, chromaSubsampling: '4:2:0' }).toBuffer(), 62);
