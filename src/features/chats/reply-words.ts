// Messages and reactions in words.
import type { Message, Quote, ReactionId } from '#contract/chats';
import { errorText, t } from '#lib/i18n';
import type { BubbleData } from './bubbles.ts';
import { giftName } from './gift-name.ts';

interface Content {
  readonly text: string;
  readonly gift?: Quote['gift'] | null;
  readonly picture?: object | true | null | undefined;
  readonly voice?: object | true | null | undefined;
}

/** Who says something, or what it is of, and the text: languages differ in what stands between them. */
export const saidBy = (who: string, text: string): string => t('chats:said', { who, text });

/** What a message says: its text, or the words for a gift, a picture or a recording. */
export function messageText({ text, gift, picture, voice }: Content, isMine: boolean): string {
  if (gift) return t('gifts:gift', { gift: giftName(gift) });
  if (voice) {
    const words = t(isMine ? 'voice:own' : 'voice:received');
    return text ? saidBy(words, text) : words;
  }
  return picture ? t(isMine ? 'pictures:own' : 'pictures:received') : text;
}

export const reactionText = (reaction: ReactionId, isOwn: boolean): string =>
  t(isOwn ? 'chats:reaction_own' : 'chats:reaction', { reaction: t(`chats:reaction_${reaction}`) });

/** What became of a message. */
export const stateText = ({ status, isChecked, lacks }: Pick<BubbleData, 'status' | 'isChecked' | 'lacks'>): string =>
  status === 'held' ? heldText({ checked: isChecked, lacks }) : t(`chats:${status}`);

/** Why a message is held back. */
export function heldText({
  checked,
  lacks,
}: {
  checked?: boolean | undefined;
  lacks?: Message['lacks'] | null;
}): string {
  if (checked) return t('chats:checked');
  if (lacks === 'consent') return errorText('consent_required');
  return t(lacks === 'credits' ? 'chats:unpaid' : 'chats:held');
}
