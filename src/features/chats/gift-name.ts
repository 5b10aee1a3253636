// The name of a gift in the member's language, and the words by which it is found.
import type { GiftId } from '#contract/chats';
import { t } from '#lib/i18n';
import { isNamed } from './chat-name.ts';

/** `other` is a gift of a newer version. */
export const giftName = (gift: GiftId | 'other'): string =>
  t(gift === 'other' ? 'gifts:unknown' : `gifts:name_${gift}`);

/** Whether its name or words have each of the wanted ones (requirement CH32). */
export const isGiftFor = (gift: GiftId, wanted: string): boolean => {
  const words = `${giftName(gift)} ${t(`gifts:words_${gift}`)}`;
  return wanted.split(/\s+/).every((word) => isNamed(words, word));
};
