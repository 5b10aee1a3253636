// Pictures that the tests upload: made by sharp, in the kinds and with the faults that phones and programs have.
import { randomBytes } from 'node:crypto';
import { crc32 } from 'node:zlib';
import sharp from 'sharp';

interface Wanted {
  readonly width?: number;
  readonly height?: number;
  /** The left half; the right half is blue. */
  readonly left?: string;
}

const BLUE = { r: 0, g: 0, b: 255 };

/** Two halves, so that a turned or mirrored picture can be told. */
export function picture({ width = 800, height = 600, left = '#ff0000' }: Wanted = {}) {
  const half = sharp({ create: { width: Math.floor(width / 2), height, channels: 3, background: left } });
  return half.extend({ right: width - Math.floor(width / 2), background: BLUE }).png();
}

export const jpeg = (wanted?: Wanted): Promise<Buffer> => pictureBytes('jpeg', wanted);

export const pictureBytes = async (kind: 'jpeg' | 'png' | 'webp' | 'avif', wanted?: Wanted): Promise<Buffer> =>
  sharp(await picture(wanted).toBuffer())
    .toFormat(kind, kind === 'avif' ? { effort: 0 } : {})
    .toBuffer();

/** Coloured squares, which look like no other picture. */
export const uniqueJpeg = (): Promise<Buffer> =>
  sharp(randomBytes(9 * 8 * 3), { raw: { width: 9, height: 8, channels: 3 } })
    .resize(450, 400, { kernel: 'nearest', fit: 'fill' })
    .jpeg()
    .toBuffer();

/** As phones keep them: lying, with a note to turn it, and with the place where it was taken. */
export const sidewaysJpeg = async (wanted?: Wanted): Promise<Buffer> =>
  sharp(await picture(wanted).toBuffer())
    .withMetadata({ orientation: 6 })
    .withExif({ IFD0: { Copyright: 'SECRET-OWNER' }, IFD3: { GPSLatitude: '52/1 5/1 0/1', GPSLatitudeRef: 'N' } })
    .withXmp('<x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF>SECRET-PLACE</rdf:RDF></x:xmpmeta>')
    .jpeg()
    .toBuffer();

export const cmykJpeg = async (wanted?: Wanted): Promise<Buffer> =>
  sharp(await picture(wanted).toBuffer())
    .toColourspace('cmyk')
    .jpeg({ quality: 95 })
    .toBuffer();

/** Nothing but transparency. */
export const clearPng = (width = 500, height = 500): Promise<Buffer> =>
  sharp({ create: { width, height, channels: 4, background: { r: 0, g: 0, b: 0, alpha: 0 } } })
    .png()
    .toBuffer();

/** Red first, blue after it. */
export async function animatedWebp(width = 500, height = 500): Promise<Buffer> {
  const frames = await Promise.all(
    ['#ff0000', '#0000ff'].map((background) =>
      sharp({ create: { width, height, channels: 3, background } })
        .png()
        .toBuffer(),
    ),
  );
  return sharp(frames, { join: { animated: true } })
    .webp({ loop: 0, delay: [100, 100] })
    .toBuffer();
}

/** A PNG that says it has that size, and has no pixels. */
export function pngHeader(width: number, height: number): Buffer {
  const size = Buffer.alloc(13);
  size.writeUInt32BE(width, 0);
  size.writeUInt32BE(height, 4);
  size.set([8, 2, 0, 0, 0], 8);
  return Buffer.concat([
    Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'),
    ...[chunk('IHDR', size), chunk('IDAT', Buffer.alloc(0)), chunk('IEND', Buffer.alloc(0))],
  ]);
}

function chunk(name: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(name, 'latin1'), data]);
  const ends = Buffer.alloc(8);
  ends.writeUInt32BE(data.length, 0);
  ends.writeUInt32BE(crc32(body), 4);
  return Buffer.concat([ends.subarray(0, 4), body, ends.subarray(4)]);
}

/** The first box of a picture of a phone. */
export const heic = (): Buffer => Buffer.from('00000018667479706865696300000000' + '6d6966316865696300000000', 'hex');
