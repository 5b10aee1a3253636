// Messages and what is still to be sent, in one row as they are drawn.
import type { Message } from '#contract/chats';
import type { Unsent } from '#stores/drafts';
import type { DeliveryStatus } from '#ui/MessageBubble';
import { isSameDay } from './moments.ts';

export interface BubbleData {
  readonly key: string;
  readonly text: string;
  readonly at: string;
  readonly isMine: boolean;
  readonly status: DeliveryStatus;
  /** The first of its day, so the day stands above it. */
  readonly startsDay: boolean;
  /** The last of several in a row by one person. */
  readonly isLast: boolean;
}
type BubbleContent = Omit<BubbleData, 'startsDay' | 'isLast'>;

/** All of it, in order; a message keeps its key from the moment it is sent, so that it does not blink when it is confirmed. */
export function bubblesOf(messages: readonly Message[], unsent: readonly Unsent[], readTo: number): BubbleData[] {
  const delivered = messages.map(({ client_id, mine, text, at, seq, held }): BubbleContent => {
    const status = held ? 'held' : seq <= readTo ? 'read' : 'sent';
    return { key: `${mine} ${client_id}`, text, at, isMine: mine, status };
  });
  const pending = unsent.map(({ client_id, text, at, code }): BubbleContent => {
    const status = code === null ? 'sending' : 'failed';
    return { key: `true ${client_id}`, text, at, isMine: true, status };
  });
  const all = [...delivered, ...pending];
  return all.map((bubble, at) => {
    const [before, after] = [all[at - 1], all[at + 1]];
    return {
      ...bubble,
      startsDay: !before || !isSameDay(before.at, bubble.at),
      isLast: !after || after.isMine !== bubble.isMine || !isSameDay(after.at, bubble.at),
    };
  });
}
