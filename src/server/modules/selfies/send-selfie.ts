// Takes a selfie: whether it is needed and shows the drawn gesture first, then its bytes, then the row.
import type { OwnSelfie, selfies } from '#contract/selfies';
import type { InputOf } from '#contract/endpoint';
import type { Ctx, SerializedAnswer, StagedCtx } from '../../context.ts';
import { lockAccount } from '../../db/lock-account.ts';
import { type Claim, photoCleanup, takeFile } from '../../media/stray-photos.ts';
import { type TakenPhoto, takePhoto } from '../../media/take-photo.ts';
import { claimUpload } from '../../media/take-upload.ts';
import type { Services } from '../../services.ts';
import { wasRejected } from '../photos/moderation.ts';
import { isDrawn } from './gesture.ts';
import type { SelfieJudge } from './judge.ts';
import { readMain, readOwnSelfie } from './own-selfie.ts';

type Input = InputOf<typeof selfies.send>;
type StepCtx = Ctx<'main_photo_needed' | 'gesture_over' | 'photo_rejected_before'>;

export async function sendSelfie(
  services: Services,
  judge: SelfieJudge,
  ctx: StagedCtx<typeof selfies.send>,
): Promise<SerializedAnswer> {
  const claim = await ctx.prepare(begin);
  const finish = (photo: TakenPhoto): Promise<SerializedAnswer> =>
    ctx.transaction((own, input) => keep(services, judge, own, input, photo));
  return takePhoto({ services, ctx, claim, finish });
}

async function begin(ctx: StepCtx, { gesture }: Input): Promise<Claim> {
  const { db, tenant, key } = ctx;
  const { id: account } = await lockAccount(db, tenant, ctx.member().id);
  await refuseUnneeded(ctx);
  if (!(await isDrawn(db, { tenant, account, now: ctx.now() }, gesture))) throw ctx.refuse('gesture_over');
  return claimUpload(ctx, { name: `selfie ${tenant} ${account} ${key}`, uploader: account, table: 'selfie' });
}

async function refuseUnneeded(ctx: StepCtx): Promise<void> {
  if (!ctx.site.siteSettings.verified_photos) throw ctx.refuse('not_found');
  const { verified, photo } = await readMain(ctx.db, { tenant: ctx.tenant, account: ctx.member().id });
  if (verified) throw ctx.refuse('forbidden');
  if (photo === null) throw ctx.refuse('main_photo_needed');
}

/** One that waits, or was judged just now, makes way for it. */
async function keep(
  { queue }: Services,
  judge: SelfieJudge,
  ctx: StepCtx,
  { gesture }: Input,
  photo: TakenPhoto,
): Promise<OwnSelfie> {
  const { db, tenant } = ctx;
  const { id: account } = await lockAccount(db, tenant, ctx.member().id);
  await refuseUnneeded(ctx);
  if (!(await takeFile(db, photo))) throw ctx.refuse('unavailable', { retryAfter: 5 });
  if (await wasRejected(db, tenant, account, photo.hash)) throw ctx.refuse('photo_rejected_before');
  await dropSelfie(ctx);
  const id = crypto.randomUUID();
  await db.insertInto('selfie').values({ tenant, account, id, file: photo.file, gesture, at: ctx.now() }).execute();
  await queue.add(db, photoCleanup, { tenant });
  await judge.ask(db, { tenant, id });
  ctx.emit({ type: 'user' }, { account });
  return readOwnSelfie(db, { tenant, account }, ctx.now());
}

/** Its files follow within minutes. */
export const dropSelfie = (ctx: Ctx): Promise<unknown> =>
  ctx.db.deleteFrom('selfie').where('tenant', '=', ctx.tenant).where('account', '=', ctx.member().id).execute();
