// A hash of what a picture looks like: the same picture in another size or quality has nearly the same one.
import { type RawBuilder, sql } from 'kysely';

/** Width and height of the small grey picture whose neighbours are compared. */
export const HASH_SIZE = { width: 9, height: 8 } as const;

/** 64 bits as text, from the grey pixels: each says whether a pixel is brighter than the next one of its row. */
export function hashOf(grey: Uint8Array): string {
  let bits = '';
  for (let row = 0; row < HASH_SIZE.height; row += 1)
    for (let at = 0; at < HASH_SIZE.width - 1; at += 1) {
      const here = row * HASH_SIZE.width + at;
      bits += (grey[here] ?? 0) > (grey[here + 1] ?? 0) ? '1' : '0';
    }
  return bits;
}

/** Bits in which two pictures that look the same may differ. */
const NEAR = 5;
/** Less says nothing: the picture has hardly any edges. */
const FEWEST_BITS = 10;

/** Condition: the column has the hash of a picture that looks the same. */
export const looksLike = (column: RawBuilder<unknown>, hash: string): RawBuilder<boolean> => sql`
  (bit_count(${hash}::bit(64)) between ${FEWEST_BITS} and ${64 - FEWEST_BITS} and bit_count(${column} # ${hash}::bit(64)) <= ${NEAR})`;
