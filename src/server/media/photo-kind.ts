// Tells the kind of a picture from its first bytes; names and types that it is sent with prove nothing.

/** `heic`: pictures of phones that browsers cannot show. */
export type PhotoKind = 'jpeg' | 'png' | 'webp' | 'avif' | 'heic';

/** So many bytes tell every kind. */
export const KIND_BYTES = 64;

const HEIC_BRANDS = ['heic', 'heix', 'heim', 'heis', 'hevc', 'hevx', 'hevm', 'hevs'];

/** Null for anything else, such as a GIF or a text. */
export function photoKind(start: Uint8Array): PhotoKind | null {
  const text = Buffer.from(start.subarray(0, KIND_BYTES)).toString('latin1');
  if (text.startsWith('\xff\xd8\xff')) return 'jpeg';
  if (text.startsWith('\x89PNG\r\n\x1a\n')) return 'png';
  if (text.startsWith('RIFF') && text.slice(8, 12) === 'WEBP') return 'webp';
  return text.slice(4, 8) === 'ftyp' ? brandKind(start, text) : null;
}

/** A box of a media file names its main brand and those it is compatible with. */
function brandKind(start: Uint8Array, text: string): PhotoKind | null {
  const length = Buffer.from(start).readUInt32BE(0);
  const brands = [text.slice(8, 12)];
  for (let at = 16; at + 4 <= Math.min(length, text.length); at += 4) brands.push(text.slice(at, at + 4));
  if (brands.some((brand) => brand === 'avif' || brand === 'avis')) return 'avif';
  return brands.some((brand) => HEIC_BRANDS.includes(brand) || brand === 'mif1' || brand === 'msf1') ? 'heic' : null;
}
