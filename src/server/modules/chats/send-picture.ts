// Sends a picture: what may be refused comes before its bytes, and the message that charges it once after them.
import type { chatUploads } from '#contract/chat-uploads';
import type { InputOf } from '#contract/endpoint';
import type { Ctx, SerializedAnswer, StagedCtx } from '../../context.ts';
import type { Nudity } from '../../media/nudity.ts';
import { chatPictureNames, newToken, photoPath } from '../../media/photo-urls.ts';
import { takeFile } from '../../media/stray-photos.ts';
import { type TakenPhoto, takePhoto } from '../../media/take-photo.ts';
import type { Services } from '../../services.ts';
import { wasRejected } from '../photos/moderation.ts';
import { beginFile } from './begin-file.ts';
import { NO_FILES } from './content.ts';
import { sendContent, type SendCode, type SendResult } from './send-message.ts';

type StepCtx = Ctx<SendCode | 'photo_rejected_before' | 'photo_revealing'>;

interface SeenPhoto extends TakenPhoto {
  readonly nudity: Nudity;
}

export async function sendPicture(
  services: Services,
  ctx: StagedCtx<typeof chatUploads.sendPicture>,
): Promise<SerializedAnswer> {
  const { nudity: guard } = services;
  const isGuarded = ctx.site.siteSettings.nudity_guard;
  const begun = await ctx.prepare((own, draft) => beginFile(own, draft, 'chat_picture'));
  if ('before' in begun) return ctx.transaction(() => begun.before);
  if (isGuarded) guard.warm();
  const finish = async (photo: TakenPhoto, small: Uint8Array): Promise<SerializedAnswer> => {
    const nudity = isGuarded ? await guard.look(small) : 'none';
    return ctx.transaction((own, draft) => deliverPicture(own, draft, { ...photo, nudity }));
  };
  return takePhoto({ services, ctx, claim: begun.claim, finish });
}

/**
 * The row of the picture belongs to this message; the files of a picture that came before it as well stay unclaimed. Of one that no one
 * could look at its sender is told nothing, and its receiver is asked.
 */
async function deliverPicture(
  ctx: StepCtx,
  draft: InputOf<typeof chatUploads.sendPicture>,
  { nudity, ...photo }: SeenPhoto,
): Promise<SendResult> {
  const { db, tenant } = ctx;
  const sender = ctx.member().id;
  const token = newToken();
  const names = chatPictureNames(token);
  const name = nudity === 'none' ? names.plain : names.revealing;
  if (await wasRejected(db, tenant, sender, photo.hash)) throw ctx.refuse('photo_rejected_before');
  if (nudity === 'likely' && draft.anyway === undefined) throw ctx.refuse('photo_revealing');
  // It has no words that could be judged.
  const sent = await sendContent(ctx, draft, () => ({ ...NO_FILES, text: '', picture: name }), false);
  const { conversation, picture } = sent.message;
  if (picture?.match !== photoPath(token)) return sent;
  if (!(await takeFile(db, photo))) throw ctx.refuse('unavailable', { retryAfter: 5 });
  await db
    .insertInto('chat_picture')
    .values({ tenant, token: name, file: photo.file, conversation, sender, at: ctx.now(), hash: photo.hash })
    .execute();
  return sent;
}
