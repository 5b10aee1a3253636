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

/** Of one colour: nothing in it is alike or not, so that photos of many members may look like this. */
export const plainJpeg = (width = 420, height = 400): Promise<Buffer> =>
  sharp({ create: { width, height, channels: 3, background: BLUE } })
    .jpeg()
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

/** Says in XMP, as generators do, where it comes from. */
export const sourceTypePicture = async (kind: 'jpeg' | 'png' | 'webp' | 'avif', type: string): Promise<Buffer> =>
  sharp(await picture().toBuffer())
    .withXmp(
      `<x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#"><rdf:Description
        xmlns:e="http://iptc.org/std/Iptc4xmpExt/2008-02-29/" e:DigitalSourceType="${SOURCE_TYPES}${type}"/></rdf:RDF></x:xmpmeta>`,
    )
    .toFormat(kind, kind === 'avif' ? { effort: 0 } : {})
    .toBuffer();

const SOURCE_TYPES = 'http://cv.iptc.org/newscodes/digitalsourcetype/';
/** The part of a C2PA manifest that says what was done: CBOR keeps texts as they are. */
const manifest = (type: string): Buffer =>
  Buffer.from(`jumbc2pa.actions\xa1factionlc2pa.createdqdigitalSourceTypex${SOURCE_TYPES}${type}`, 'latin1');

/** With its manifest in a segment behind the first marker. */
export async function c2paJpeg(type: string): Promise<Buffer> {
  const whole = await jpeg();
  const box = Buffer.concat([Buffer.from('JP\x00\x01\x00\x00\x00\x01', 'latin1'), manifest(type)]);
  const head = Buffer.from([0xff, 0xeb, 0, 0]);
  head.writeUInt16BE(box.length + 2, 2);
  return Buffer.concat([whole.subarray(0, 2), head, box, whole.subarray(2)]);
}

/** With its manifest in a chunk before the end. */
export async function c2paPng(type: string): Promise<Buffer> {
  const whole = await pictureBytes('png');
  const end = whole.length - 12;
  return Buffer.concat([whole.subarray(0, end), chunk('caBX', manifest(type)), whole.subarray(end)]);
}

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

/** The same as a moving PNG, whose first frame is the picture that programs without movement show. */
export async function movingPng(width = 500, height = 500): Promise<Buffer> {
  const [red, blue] = await Promise.all(
    ['#ff0000', '#0000ff'].map((background) =>
      sharp({ create: { width, height, channels: 3, background } })
        .png()
        .toBuffer(),
    ),
  );
  if (!red || !blue) throw new Error('There are two frames.');
  const at = red.indexOf('IDAT') - 4;
  const frame = (number: number): Buffer => {
    const control = Buffer.alloc(26);
    for (const [place, value] of [number, width, height].entries()) control.writeUInt32BE(value, place * 4);
    control.writeUInt16BE(100, 20);
    control.writeUInt16BE(1000, 22);
    return chunk('fcTL', control);
  };
  const [count, order] = [Buffer.alloc(8), Buffer.alloc(4)];
  count.writeUInt32BE(2);
  order.writeUInt32BE(2);
  const begin = blue.indexOf('IDAT');
  const pixels = blue.subarray(begin + 4, begin + 4 + blue.readUInt32BE(begin - 4));
  const end = red.length - 12;
  return Buffer.concat([
    ...[red.subarray(0, at), chunk('acTL', count), frame(0), red.subarray(at, end)],
    ...[frame(1), chunk('fdAT', Buffer.concat([order, pixels])), red.subarray(end)],
  ]);
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
