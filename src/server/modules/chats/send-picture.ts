// Sends a picture: what may be refused comes before its bytes, and the message that charges it once after them.
import type { chatUploads } from '#contract/chat-uploads';
import type { Ctx, SerializedAnswer, StagedCtx } from '../../context.ts';
import { newToken, photoPath } from '../../media/photo-urls.ts';
import { takeFile } from '../../media/stray-photos.ts';
import { type TakenPhoto, takePhoto } from '../../media/take-photo.ts';
import type { Services } from '../../services.ts';
import { wasRejected } from '../photos/moderation.ts';
import { beginFile } from './begin-file.ts';
import { NO_FILES } from './content.ts';
import { type Addressed, sendContent, type SendCode, type SendResult } from './send-message.ts';

type StepCtx = Ctx<SendCode | 'photo_rejected_before'>;

export async function sendPicture(
  services: Services,
  ctx: StagedCtx<typeof chatUploads.sendPicture>,
): Promise<SerializedAnswer> {
  const begun = await ctx.prepare((own, draft) => beginFile(own, draft, 'chat_picture'));
  if ('before' in begun) return ctx.transaction(() => begun.before);
  const finish = (photo: TakenPhoto): Promise<SerializedAnswer> =>
    ctx.transaction((own, draft) => deliverPicture(own, draft, photo));
  return takePhoto({ services, ctx, claim: begun.claim, finish });
}

/** The row of the picture belongs to this message; the files of a picture that came before it as well stay unclaimed. */
async function deliverPicture(ctx: StepCtx, draft: Addressed, photo: TakenPhoto): Promise<SendResult> {
  const { db, tenant } = ctx;
  const sender = ctx.member().id;
  const token = newToken();
  if (await wasRejected(db, tenant, sender, photo.hash)) throw ctx.refuse('photo_rejected_before');
  const sent = await sendContent(ctx, draft, () => ({ ...NO_FILES, text: '', picture: token }));
  const { conversation, picture } = sent.message;
  if (picture?.match !== photoPath(token)) return sent;
  if (!(await takeFile(db, photo))) throw ctx.refuse('unavailable', { retryAfter: 5 });
  await db
    .insertInto('chat_picture')
    .values({ tenant, token, file: photo.file, conversation, sender, at: ctx.now(), hash: photo.hash })
    .execute();
  return sent;
}
