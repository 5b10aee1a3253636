// Encodes a picture as well as a number of bytes allows.

/** The best quality below `most` that stays within `bytes`, found by halving. */
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
