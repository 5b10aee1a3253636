// Takes an uploaded picture whose file is claimed: its forms are made and stored.
import type { SerializedAnswer } from '../context.ts';
import type { Services } from '../services.ts';
import type { DevelopedPhoto } from './develop-photo.ts';
import { FaultyPhoto, type PhotoCut, type PhotoFault } from './photo-forms.ts';
import { KIND_BYTES, photoKind } from './photo-kind.ts';
import type { Claim } from './stray-photos.ts';
import { takeUpload, type UploadCtx } from './take-upload.ts';

/** A picture whose forms are written. */
export interface TakenPhoto extends Claim, Omit<DevelopedPhoto, 'forms'> {}

interface PhotoUpload {
  readonly services: Services;
  readonly ctx: UploadCtx<PhotoFault | 'photo_heic' | 'photo_kind'>;
  readonly cut?: PhotoCut;
  readonly claim: Claim;
  /** Also gets the form of 320 pixels. */
  readonly finish: (photo: TakenPhoto, small: Uint8Array) => Promise<SerializedAnswer>;
}

export const takePhoto = ({ services, ctx, cut, claim, finish }: PhotoUpload): Promise<SerializedAnswer> =>
  takeUpload<DevelopedPhoto>({
    ...{ services, ctx, claim, kindBytes: KIND_BYTES, turns: services.photos.turns },
    refusal: (start) => {
      const kind = photoKind(start);
      if (kind === 'heic') return ctx.refuse('photo_heic');
      return kind === null ? ctx.refuse('photo_kind') : null;
    },
    make: async (bytes) => {
      // The library of pictures is large, and most of what the server does needs none.
      const { developPhoto } = await import('./develop-photo.ts');
      return developPhoto(bytes, cut).catch((error: unknown) => {
        throw error instanceof FaultyPhoto ? ctx.refuse(error.code) : error;
      });
    },
    write: (file, { forms }) => services.photos.write(file, forms),
    finish: (taken, { forms, ...photo }) => finish({ ...taken, ...photo }, forms['320.webp']),
  });
