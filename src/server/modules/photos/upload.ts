// Takes an uploaded photo: access and a place for it first, then its bytes, then the stored forms, then the row.
import type { InputOf } from '#contract/endpoint';
import type { OwnPhotos, photos } from '#contract/photos';
import { photoLimit } from '#domain/limits';
import { parseCrop } from '#domain/photo-crop';
import type { Ctx, SerializedAnswer, StagedCtx } from '../../context.ts';
import { lockAccount } from '../../db/lock-account.ts';
import type { PhotoCut } from '../../media/photo-forms.ts';
import { photoAvif } from '../../media/avif-photo.ts';
import { newToken } from '../../media/photo-urls.ts';
import { type Claim, takeFile } from '../../media/stray-photos.ts';
import { type TakenPhoto, takePhoto } from '../../media/take-photo.ts';
import { claimUpload } from '../../media/take-upload.ts';
import type { Services } from '../../services.ts';
import { wasRejected } from './moderation.ts';
import { isOfAnother } from './of-another.ts';
import { changePhotos, type Owner, photosOf } from './own-photos.ts';

type UploadCtx = StagedCtx<typeof photos.upload>;
type StepCtx = Ctx<'photo_premium' | 'photo_limit'>;
type AddCtx = Ctx<'photo_rejected_before' | 'photo_of_another' | 'photo_premium' | 'photo_limit'>;

export async function upload(services: Services, ctx: UploadCtx): Promise<SerializedAnswer> {
  // Before a byte is read: who may not have another photo holds no memory and no turn.
  const { cut, claim } = await ctx.prepare(async (own, input) => ({
    cut: cutOf(own, input),
    claim: await claimPlace(own),
  }));
  const finish = (photo: TakenPhoto): Promise<SerializedAnswer> =>
    ctx.transaction((own, input) => addPhoto(services, own, { ...photo, isPrivate: input.private === '1' }));
  return takePhoto({ services, ctx, cut, claim, finish });
}

function cutOf(ctx: StepCtx, { turn = '0', crop }: InputOf<typeof photos.upload>): PhotoCut {
  const area = crop === undefined ? null : parseCrop(crop);
  if (crop !== undefined && !area) throw ctx.refuse('invalid', { fields: { crop: 'wrong_format' } });
  return { turn: Number(turn), crop: area };
}

/** The number is counted with the account locked, and with what is under way (requirements PH1, PH2). */
async function claimPlace(ctx: StepCtx): Promise<Claim> {
  const { db, tenant, key } = ctx;
  const owner = await lockAccount(db, tenant, ctx.member().id);
  const upload = { name: `photo ${tenant} ${owner.id} ${key}`, uploader: owner.id, table: 'photo' } as const;
  return claimUpload(ctx, upload, (underWay) => refuseOverLimit(ctx, owner, underWay));
}

async function refuseOverLimit(ctx: StepCtx, { id, paid_user }: Owner, underWay: number): Promise<void> {
  const limit = photoLimit(paid_user);
  const { count } = await photosOf(ctx.db, ctx.tenant, id)
    .select(({ fn }) => fn.countAll<string>().as('count'))
    .executeTakeFirstOrThrow();
  if (Number(count) + underWay < limit) return;
  throw ctx.refuse(paid_user ? 'photo_limit' : 'photo_premium', { limit });
}

interface NewPhoto extends TakenPhoto {
  readonly isPrivate: boolean;
}

function addPhoto({ config, queue }: Services, ctx: AddCtx, photo: NewPhoto): Promise<OwnPhotos> {
  const { db, tenant } = ctx;
  return changePhotos(ctx, async (owner) => {
    const { id: profile } = owner;
    // Again, now that the account is locked: a claim may have been given up in between, and its place taken.
    await refuseOverLimit(ctx, owner, 0);
    if (!(await takeFile(db, photo))) throw ctx.refuse('unavailable', { retryAfter: 5 });
    if (await wasRejected(db, tenant, profile, photo.hash)) throw ctx.refuse('photo_rejected_before');
    if (await isOfAnother(db, tenant, profile, photo.hash)) throw ctx.refuse('photo_of_another');
    const { last } = await photosOf(db, tenant, profile)
      .select(({ fn }) => fn.max<number | null>('position').as('last'))
      .executeTakeFirstOrThrow();
    await db
      .insertInto('photo')
      .values({
        ...{ tenant, id: crypto.randomUUID(), profile, file: photo.file, private: photo.isPrivate, at: ctx.now() },
        ...{ hash: photo.hash, ai: photo.isOfAi, old_preview: false },
        token: newToken(),
        status: config.photoApproval === 'automatic' ? 'active' : 'pending',
        position: (last ?? -1) + 1,
      })
      .execute();
    await queue.add(db, photoAvif, { tenant, account: profile, file: photo.file });
  });
}
