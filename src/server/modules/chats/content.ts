// What a message says: a text, a gift, a picture or a recording, at a price of its own, and as its two members may see it.
import type { ChatPicture, ChatVoice, DeletionScope, GiftId } from '#contract/chats';
import { giftPrice } from '#domain/gifts';
import { firstGraphemes } from '#domain/graphemes';
import { CHAT } from '#domain/limits';
import type { Ctx } from '../../context.ts';
import { chatPictureOf } from '../../media/photo-urls.ts';
import { voiceOf } from '../../media/voice-urls.ts';

/** One of the four; the text is empty beside a gift and a picture. `picture` is the name of one, `voice` that of a recording. */
export interface MessageContent {
  readonly text: string;
  readonly gift: GiftId | null;
  readonly picture: string | null;
  readonly voice: string | null;
}

/** What is beside a text. */
export const NO_FILES = { gift: null, picture: null, voice: null } as const;

/** The price of a message in whole credits; one without the others is a text. */
export function priceOf(
  { siteSettings }: Ctx['site'],
  { gift = null, picture = null, voice = null }: Partial<Omit<MessageContent, 'text'>>,
): number {
  if (gift !== null) return giftPrice(gift, siteSettings.gift_credits);
  return picture === null && voice === null ? siteSettings.message_credits : siteSettings.photo_credits;
}

interface ShownContent {
  readonly text: string;
  readonly gift?: GiftId;
  readonly picture?: ChatPicture;
  readonly voice?: ChatVoice;
}

export const contentOf = ({ text, gift, picture, voice }: MessageContent): ShownContent => ({
  text,
  ...(gift === null ? {} : { gift }),
  ...(picture === null ? {} : { picture: chatPictureOf(picture) }),
  ...(voice === null ? {} : { voice: voiceOf(voice) }),
});

type Deletable = MessageContent & { readonly deleted: 'both' | 'sender' | null };

/** The content as the viewer may see it, and who no longer sees it. */
export function shownContent(message: Deletable, mine: boolean): ShownContent & { readonly deleted?: DeletionScope } {
  if (message.deleted === 'both') return { text: '', deleted: 'both' };
  return message.deleted === 'sender' && mine ? { text: '', deleted: 'me' } : contentOf(message);
}

/** Code points read for a preview, enough for its graphemes. */
export const PREVIEW_CODE_POINTS = CHAT.previewLength * 10;

/** The same in short: a cut of the text, and that there is a picture or a recording. */
export function previewOf(message: Deletable, mine: boolean) {
  const { text, picture, voice, ...shown } = shownContent(message, mine);
  return {
    ...shown,
    text: firstGraphemes(text, CHAT.previewLength),
    ...(picture ? { picture: true as const } : {}),
    ...(voice ? { voice: true as const } : {}),
  };
}
