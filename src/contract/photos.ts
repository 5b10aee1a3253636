// Contract of one's own photos: list, upload, order, access, main photo, removal.
import * as z from 'zod/mini';
import { endpoint, NoInput } from './endpoint.ts';
import { Id, openEnum } from './values.ts';

/** Why a photo was rejected. Each has a text in every language. */
export const photoReasons = ['revealing', 'minor', 'someone_else', 'contact_details', 'violence', 'unclear'] as const;
export type PhotoReason = (typeof photoReasons)[number];

/**
 * A photo as its owner sees it. `match` is a path appended to `cdn_prefix`; `reason` says why it was rejected, else null.
 * `main`: it is the one on cards, which only a free photo can be. `appeal` is the token of the page that takes an appeal against a
 * rejection, null when there is none to take. `ai`: the file said that it was made or altered with AI.
 */
export const OwnPhoto = z.strictObject({
  id: Id,
  private: z.boolean(),
  main: z.boolean(),
  status: openEnum(['pending', 'active', 'rejected']),
  reason: z.nullable(openEnum(photoReasons)),
  match: z.string(),
  appeal: z.nullable(z.string()),
  ai: z._default(z.boolean(), false),
});
export type OwnPhoto = z.infer<typeof OwnPhoto>;

/** All photos in their order, and how many the member may have. */
export const OwnPhotos = z.strictObject({ photos: z.array(OwnPhoto), limit: z.int() });
export type OwnPhotos = z.infer<typeof OwnPhotos>;

/** Content types that browsers name for pictures; the server reads the kind from the bytes. */
export const PHOTO_TYPES = [
  ...(['image/jpeg', 'image/png', 'image/webp', 'image/avif', 'image/gif'] as const),
  ...(['image/heic', 'image/heif', 'application/octet-stream'] as const),
] as const;

/** Why a picture of a profile or a chat is refused; another try with the same file changes nothing. */
export const PHOTO_FAULTS = [
  ...(['photo_heic', 'photo_kind', 'photo_small', 'photo_pixels', 'photo_broken'] as const),
  'photo_rejected_before',
] as const;

/** The largest file that is taken. */
export const MAX_PHOTO_BYTES = 10_000_000;

const Reference = z.strictObject({ id: Id });

/**
 * Calls of one's own photos. Each answers all of them. `upload` first turns the picture to the right and then keeps the part
 * `crop`, in per cent of it: `x,y,width,height`. It is refused with `photo_premium` (a free member has the
 * three of a free member), `photo_limit` (with `limit`), `photo_heic`, `photo_kind`, `photo_small`, `photo_pixels`,
 * `photo_broken`, `photo_rejected_before`, `photo_of_another` (another member has a photo that looks the same) or, when nothing has come for a while, `upload_stalled`. Ids in `sort` that are not among the photos are ignored, and photos that it does not name stay behind
 * those it names. `setMain` refuses a private or rejected photo. A main photo that becomes private or is removed is
 * replaced by the next free one.
 */
export const photos = {
  list: endpoint({
    method: 'GET',
    path: '/api/photos.php',
    access: 'member',
    input: NoInput,
    output: OwnPhotos,
  }),
  upload: endpoint({
    method: 'POST',
    path: '/api/photo.php',
    access: 'member',
    input: z.strictObject({
      private: z.optional(z.enum(['0', '1'])),
      turn: z.optional(z.enum(['0', '90', '180', '270'])),
      crop: z.optional(z.string().check(z.maxLength(60))),
    }),
    output: OwnPhotos,
    errors: [...(['photo_premium', 'photo_limit', 'photo_of_another'] as const), ...PHOTO_FAULTS, 'upload_stalled'],
    upload: { types: PHOTO_TYPES, maxBytes: MAX_PHOTO_BYTES },
    limit: 40,
  }),
  remove: endpoint({
    method: 'DELETE',
    path: '/api/photo.php',
    access: 'member',
    input: Reference,
    output: OwnPhotos,
  }),
  setAccess: endpoint({
    method: 'PATCH',
    path: '/api/photo.php',
    access: 'member',
    input: z.strictObject({ id: Id, private: z.boolean() }),
    output: OwnPhotos,
  }),
  sort: endpoint({
    method: 'PUT',
    path: '/api/photos.php',
    access: 'member',
    input: z.strictObject({ ids: z.array(Id).check(z.maxLength(50)) }),
    output: OwnPhotos,
  }),
  setMain: endpoint({
    method: 'PUT',
    path: '/api/main-photo.php',
    access: 'member',
    input: Reference,
    output: OwnPhotos,
  }),
};
