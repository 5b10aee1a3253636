// What the buttons of a message need to answer it.
import type { Quote } from '#contract/chats';
import { firstGraphemes } from '#domain/graphemes';
import { CHAT } from '#domain/limits';
import type { BubbleData } from './bubbles.ts';

/** The bubble as a quote; null for one that has no number yet. */
export function quoteOf({ seq, isMine: mine, text, gift, picture, voice }: BubbleData): Quote | null {
  if (seq === null) return null;
  const said = {
    ...(gift && { gift }),
    ...(picture && { picture: true as const }),
    ...(voice && { voice: true as const }),
  };
  return { seq, mine, text: firstGraphemes(text, CHAT.previewLength), ...said };
}

export const focusField = (): void => document.querySelector<HTMLElement>('.message-box textarea')?.focus();
