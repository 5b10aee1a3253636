// Pictures for chats: chosen, looked at, sent with their progress, and cancelled or tried again.
import { chatUploads } from '#contract/chat-uploads';
import { fileFault, isFinalFault } from '#domain/photo-file';
import { uploadFile } from '#lib/upload';
import { createChatUploads, type UploadState } from './chat-uploads.ts';

export interface ChosenPicture {
  readonly partner: string;
  readonly file: Blob & { readonly name?: string };
  readonly client_id: string;
  /** It is sent although it seems to show nudity. */
  readonly anyway?: '1';
  readonly now: UploadState | { readonly state: 'chosen' };
}

const pictures = createChatUploads<ChosenPicture>({
  send: ({ client_id, anyway, file }, to, options) =>
    uploadFile(chatUploads.sendPicture, { ...to, client_id, ...(anyway && { anyway }) }, file, {
      ...options,
      idempotencyKey: client_id,
    }),
  isFinal: isFinalFault,
});
/** By the member each is for. */
export const $pictures = pictures.$all;
export const { drop: cancelPicture, send: sendPicture } = pictures;

export function choosePicture(partner: string, file: ChosenPicture['file']): void {
  const code = fileFault(file);
  const now = code === null ? ({ state: 'chosen' } as const) : { state: 'failed' as const, code, canRetry: false };
  pictures.put({ partner, file, client_id: crypto.randomUUID(), now });
}

/** Sends the one that was refused because it seems to show nudity. Nothing was made of it, so it is another message. */
export async function sendAnyway(partner: string): Promise<void> {
  const chosen = pictures.get(partner);
  if (!chosen || !seemsRevealing(chosen)) return;
  pictures.put({ ...chosen, client_id: crypto.randomUUID(), anyway: '1', now: { state: 'chosen' } });
  await sendPicture(partner);
}

export const seemsRevealing = ({ now }: ChosenPicture): boolean =>
  now.state === 'failed' && now.code === 'photo_revealing';
