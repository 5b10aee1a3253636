// Pictures that are damaged or hide something: each is taken or refused within two seconds, and nothing of what it hid is stored.
import sharp from 'sharp';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { developPhoto } from '#server/media/develop-photo';
import { FaultyPhoto, PHOTO_FORMS } from '#server/media/photo-forms';
import { photoKind } from '#server/media/photo-kind';
import { within } from '#tests/support/eventually';
import * as pictures from '#tests/support/pictures';
import { isFull } from '#tests/support/samples';

const KINDS = ['jpeg', 'png', 'webp', 'avif'] as const;
type Kind = (typeof KINDS)[number];
const whole = new Map<Kind, Buffer>();
for (const kind of KINDS) whole.set(kind, await pictures.pictureBytes(kind, { width: 420, height: 400 }));

/** A place in the file, more often in its head, where sizes and lengths stand. */
const place = fc.oneof(fc.double({ min: 0, max: 1, noNaN: true }), fc.double({ min: 0, max: 0.02, noNaN: true }));
const damage = fc.oneof(
  fc.record({ kind: fc.constant('set' as const), at: place, bytes: fc.uint8Array({ minLength: 1, maxLength: 8 }) }),
  fc.record({ kind: fc.constant('cut' as const), at: place }),
  fc.record({ kind: fc.constant('repeat' as const), at: place, length: fc.integer({ min: 1, max: 3000 }) }),
  fc.record({ kind: fc.constant('remove' as const), at: place, length: fc.integer({ min: 1, max: 300 }) }),
);
type Damage = typeof damage extends fc.Arbitrary<infer T> ? T : never;

function damaged(bytes: Buffer, each: Damage): Buffer {
  const at = Math.floor(each.at * bytes.length);
  if (each.kind === 'cut') return bytes.subarray(0, at);
  if (each.kind === 'set') {
    const copy = Buffer.from(bytes);
    copy.set(each.bytes.subarray(0, Math.max(0, bytes.length - at)), at);
    return copy;
  }
  const { length } = each;
  if (each.kind === 'remove') return Buffer.concat([bytes.subarray(0, at), bytes.subarray(at + length)]);
  return Buffer.concat([bytes.subarray(0, at + length), bytes.subarray(at)]);
}

test('F7 PH8: damaged pictures of every kind are taken or refused with a reason, none for longer than two seconds', async () => {
  let refused = 0;
  const property = fc.asyncProperty(
    fc.constantFrom(...KINDS),
    fc.array(damage, { minLength: 1, maxLength: 4 }),
    async (kind, all) => {
      const bytes = all.reduce(damaged, whole.get(kind) ?? Buffer.alloc(0));
      // What is none of the kinds is refused before.
      if (photoKind(bytes) === null) return;
      const made = developPhoto(bytes).catch((error: unknown) => {
        if (!(error instanceof FaultyPhoto)) throw error;
        refused += 1;
        return null;
      });
      const developed = await within(2000, made);
      if (developed) expect((await sharp(developed.forms['640.webp']).metadata()).format).toBe('webp');
    },
  );
  await fc.assert(property, { numRuns: isFull ? 5000 : 60 });
  expect(refused).toBeGreaterThan(0);
});

/** What a picture may carry without showing it. */
const CANARY = 'SECRET-CANARY';
const hidden = async (kind: Kind): Promise<Buffer> =>
  sharp(await pictures.picture({ width: 420, height: 400 }).toBuffer())
    .withMetadata({ orientation: 6 })
    .withExif({
      IFD0: { Copyright: CANARY, Make: CANARY, ImageDescription: CANARY },
      IFD2: { UserComment: CANARY, BodySerialNumber: CANARY },
      IFD3: { GPSLatitude: '52/1 5/1 0/1', GPSLatitudeRef: 'N', GPSAreaInformation: CANARY },
    })
    .withXmp(`<x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF>${CANARY}</rdf:RDF></x:xmpmeta>`)
    .toFormat(kind, kind === 'avif' ? { effort: 0 } : {})
    .toBuffer();

/** A segment of a JPEG, behind its first marker: a comment, a small picture of its own, or what Photoshop writes. */
function withSegment(jpeg: Buffer, marker: number, content: Buffer): Buffer {
  const head = Buffer.from([0xff, marker, 0, 0]);
  head.writeUInt16BE(content.length + 2, 2);
  return Buffer.concat([jpeg.subarray(0, 2), head, content, jpeg.subarray(2)]);
}

async function expectNothingHidden(bytes: Buffer): Promise<void> {
  expect(bytes.includes(CANARY)).toBe(true);
  const { forms } = await developPhoto(bytes);
  for (const name of PHOTO_FORMS) {
    expect(Buffer.from(forms[name]).includes(CANARY), name).toBe(false);
    const { exif, xmp, iptc, icc, orientation } = await sharp(forms[name]).metadata();
    expect([exif, xmp, iptc, icc, orientation]).toEqual(Array(5).fill(undefined));
  }
}

test.each(KINDS)('E2 PH8: of a %s with every kind of metadata nothing is stored', async (kind) => {
  await expectNothingHidden(await hidden(kind));
});

test('E2 PH8: nor of comments, embedded small pictures and fields of Photoshop', async () => {
  const plain = await pictures.jpeg({ width: 420, height: 400 });
  const small = await sharp(await pictures.picture({ width: 80, height: 60 }).toBuffer())
    .withExif({ IFD0: { Copyright: CANARY } })
    .jpeg()
    .toBuffer();
  const caption = `\x1c\x02\x74\x00\x0d${CANARY}`;
  const photoshop = Buffer.from(`Photoshop 3.0\x008BIM\x04\x04\x00\x00\x00\x00\x00\x12${caption}`, 'latin1');
  for (const [marker, content] of [
    [0xfe, Buffer.from(CANARY)],
    [0xe2, Buffer.concat([Buffer.from('MPF\0'), small])],
    [0xed, photoshop],
  ] as const)
    await expectNothingHidden(withSegment(plain, marker, content));
});

test.each(KINDS)('F6 PH8: of a %s that is also another file only the picture is stored', async (kind) => {
  const picture = whole.get(kind) ?? Buffer.alloc(0);
  for (const other of ['<script>alert(1)</script>', '%PDF-1.7', 'PK\x03\x04', 'X5O!P%@AP[4\\PZX54(P^)7CC)7}$EICAR'])
    await expectNothingHidden(Buffer.concat([picture, Buffer.from(other + CANARY, 'latin1')]));
});
