// Sends a recording with what its sender wrote below it: refusals before its bytes, and the message that charges it once after them.
import type { chatUploads } from '#contract/chat-uploads';
import type { Ctx, SerializedAnswer, StagedCtx } from '../../context.ts';
import { takeFile } from '../../media/stray-photos.ts';
import { type TakenVoice, takeVoice } from '../../media/take-voice.ts';
import { newVoiceName, voiceOf } from '../../media/voice-urls.ts';
import type { Services } from '../../services.ts';
import { beginFile } from './begin-file.ts';
import { NO_FILES } from './content.ts';
import { type Addressed, checkedText, sendContent, type SendCode, type SendResult } from './send-message.ts';

export async function sendVoice(
  services: Services,
  ctx: StagedCtx<typeof chatUploads.sendVoice>,
): Promise<SerializedAnswer> {
  const begun = await ctx.prepare(async (own, draft) => ({
    ...(await beginFile(own, draft, 'chat_voice')),
    textBytes: draft.text_bytes ?? 0,
  }));
  if ('before' in begun) return ctx.transaction(() => begun.before);
  const isManual = services.config.firstMessages === 'manual';
  const { claim, textBytes } = begun;
  return takeVoice({
    ...{ services, ctx, claim, textBytes },
    check: (text) => (text.trim() === '' ? '' : checkedText(ctx, text)),
    finish: (voice) => ctx.transaction((own, draft) => deliverVoice(own, draft, voice, isManual)),
  });
}

/** The row of the recording belongs to this message; the file of one that came before it as well stays unclaimed. */
async function deliverVoice(
  ctx: Ctx<SendCode>,
  draft: Addressed,
  taken: TakenVoice,
  isManual: boolean,
): Promise<SendResult> {
  const { db, tenant } = ctx;
  const name = newVoiceName(taken);
  const sent = await sendContent(ctx, draft, () => ({ ...NO_FILES, text: taken.text, voice: name }), isManual);
  const { conversation, voice } = sent.message;
  if (voice?.path !== voiceOf(name).path) return sent;
  if (!(await takeFile(db, taken))) throw ctx.refuse('unavailable', { retryAfter: 5 });
  await db
    .insertInto('chat_voice')
    .values({ tenant, name, file: taken.file, conversation, sender: ctx.member().id, at: ctx.now() })
    .execute();
  return sent;
}
