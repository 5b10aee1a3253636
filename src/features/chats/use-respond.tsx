// Reacting to messages and answering them: one's own can only be answered.
import { useState } from 'react';
import { answer } from '#stores/outbox';
import { lazyPart } from '#ui/LazyPart';
import type { Elements } from '#ui/LoneText';
import type { BubbleData } from './bubbles.ts';
import { focusField, quoteOf } from './respond.ts';

/** Loaded when needed. */
const RespondDialog = lazyPart(
  () => import('./RespondDialog.tsx'),
  (module) => module.RespondDialog,
);

interface Responding {
  readonly respond: (bubble: BubbleData) => void;
  readonly dialog: Elements;
}

/** `name` is the partner's. */
export function useRespond(name: string): Responding {
  const [chosen, setChosen] = useState<BubbleData | null>(null);
  const reply = (bubble: BubbleData): void => answer(quoteOf(bubble));
  const respond = (bubble: BubbleData): void => {
    if (!bubble.isMine) return setChosen(bubble);
    reply(bubble);
    focusField();
  };
  const dialog = chosen && (
    <RespondDialog bubble={chosen} name={name} onReply={reply} onClose={() => setChosen(null)} />
  );
  return { respond, dialog };
}
