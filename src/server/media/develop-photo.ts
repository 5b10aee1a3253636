// Makes the stored forms of an uploaded picture: upright, in sRGB, one frame, without metadata, in every size.
import sharp, { type Metadata, type OutputInfo, type Sharp } from 'sharp';
import { PHOTO } from '#domain/limits';
import { pixelsOf } from '#domain/photo-crop';
import { isMarkedAsAi } from './ai-marks.ts';
import {
  AVIF_FORM,
  FaultyPhoto,
  LOCKED_FORM,
  PHOTO_FORMS,
  type PhotoCut,
  type PhotoForm,
  type PhotoForms,
} from './photo-forms.ts';
import { HASH_SIZE, hashOf } from './photo-hash.ts';

/** The files of a photo, the hash of what it looks like, and whether the picture said that it is of AI. */
export interface DevelopedPhoto {
  readonly forms: PhotoForms;
  readonly hash: string;
  readonly isOfAi: boolean;
}

/** The widest form; a form may be twice as high as wide. */
const WIDEST = 1280;
const SECONDS = 20;

interface Pixels {
  readonly data: Buffer;
  readonly info: Pick<OutputInfo, 'width' | 'height' | 'channels'>;
}

/** Throws a {@link FaultyPhoto}. Reads the header first, so that a huge picture costs nothing. */
export async function developPhoto(
  bytes: Uint8Array,
  cut: PhotoCut = { turn: 0, crop: null },
): Promise<DevelopedPhoto> {
  const header = await readHeader(bytes, cut);
  // Before the metadata goes; XMP may lie compressed in the file.
  const isOfAi = isMarkedAsAi(bytes) || (header.xmp !== undefined && isMarkedAsAi(header.xmp));
  const pixels = await decode(bytes, cut)
    .then((whole) => cutOut(whole, cut))
    .catch(broken);
  const forms = await Promise.all(PHOTO_FORMS.map(async (form) => [form, await formOf(form, pixels)] as const));
  const hash = await hashPixels(pixels);
  return { forms: Object.fromEntries(forms) as unknown as PhotoForms, hash, isOfAi };
}

async function hashPixels(pixels: Pixels): Promise<string> {
  const small = pixelsFrom(pixels)
    .greyscale()
    .resize({ ...HASH_SIZE, fit: 'fill' });
  return hashOf(await small.raw().toBuffer());
}

/** Refuses a picture that is too large or too small. */
async function readHeader(bytes: Uint8Array, { turn, crop }: PhotoCut): Promise<Metadata> {
  const header = await sharp(bytes, { limitInputPixels: false }).metadata().catch(broken);
  const { autoOrient, width, height } = header;
  if (width * height > PHOTO.maxPixels) throw new FaultyPhoto('photo_pixels');
  if (Math.min(width, height) < PHOTO.minSide) throw new FaultyPhoto('photo_small');
  if (!crop) return header;
  const part = pixelsOf(crop, turn % 180 === 0 ? autoOrient : { width: autoOrient.height, height: autoOrient.width });
  if (Math.min(part.width, part.height) < PHOTO.minCropSide) throw new FaultyPhoto('photo_small');
  return header;
}

const broken = (): never => {
  throw new FaultyPhoto('photo_broken');
};

/**
 * The first frame, upright and on a light ground, as pixels of the widest form: all other forms are made of it. Of a picture to
 * be cut it keeps twice as many, for the part.
 */
const decode = (bytes: Uint8Array, { crop }: PhotoCut): Promise<Pixels> =>
  sharp(bytes, { limitInputPixels: PHOTO.maxPixels, failOn: 'error', autoOrient: true })
    .timeout({ seconds: SECONDS })
    .resize(boxOf(crop ? 2 * WIDEST : WIDEST))
    .flatten({ background: '#ffffff' })
    .toColourspace('srgb')
    .raw()
    .toBuffer({ resolveWithObject: true });

async function cutOut(whole: Pixels, { turn, crop }: PhotoCut): Promise<Pixels> {
  if (turn === 0 && !crop) return whole;
  const turned = await pixelsFrom(whole).rotate(turn).raw().toBuffer({ resolveWithObject: true });
  if (!crop) return turned;
  return pixelsFrom(turned)
    .extract(pixelsOf(crop, turned.info))
    .resize(boxOf(WIDEST))
    .raw()
    .toBuffer({ resolveWithObject: true });
}

const boxOf = (width: number) => ({ width, height: 2 * width, fit: 'inside', withoutEnlargement: true }) as const;

const pixelsFrom = ({ data, info: { width, height, channels } }: Pixels): Sharp =>
  sharp(data, { raw: { width, height, channels } });

function formOf(form: PhotoForm, pixels: Pixels): Promise<Buffer> {
  const picture = pixelsFrom(pixels);
  return form === LOCKED_FORM
    ? lockedFrom(picture).toBuffer()
    : picture
        .resize(boxOf(Number.parseInt(form, 10)))
        .webp({ quality: 80 })
        .toBuffer();
}

/** Colours, and no face to recognize. */
function lockedFrom(picture: Sharp): Sharp {
  const width = Number.parseInt(LOCKED_FORM, 10);
  const small = picture.resize({ ...boxOf(width), height: width });
  return small.blur(2).webp({ quality: 40 });
}

const storedPicture = (stored: Uint8Array): Sharp =>
  sharp(stored, { limitInputPixels: PHOTO.maxPixels }).timeout({ seconds: SECONDS });

/** What a locked photo shows, from a stored form. */
export const lockedOf = (stored: Uint8Array): Promise<Buffer> => lockedFrom(storedPicture(stored)).toBuffer();

/** The AVIF of a photo, from its largest stored form. */
export const avifOf = (stored: Uint8Array): Promise<Buffer> =>
  storedPicture(stored)
    .resize(boxOf(Number.parseInt(AVIF_FORM, 10)))
    .avif({ effort: 2, quality: 50 })
    .toBuffer();
