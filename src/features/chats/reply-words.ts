// Quotes and reactions in words.
import type { Quote, ReactionId } from '#contract/chats';
import { t } from '#lib/i18n';
import { giftName } from './gift-name.ts';

/** What a quoted message says, in one line. */
export function quoteText({ text, gift, picture, mine }: Quote): string {
  if (gift) return t('gifts:gift', { gift: giftName(gift) });
  return picture ? t(mine ? 'pictures:own' : 'pictures:received') : text;
}

export const reactionText = (reaction: ReactionId, isOwn: boolean): string =>
  t(isOwn ? 'chats:reaction_own' : 'chats:reaction', { reaction: t(`chats:reaction_${reaction}`) });
