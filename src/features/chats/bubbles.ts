// Combines delivered and unsent messages into the bubbles of a conversation.
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
  /** The first message of its day, shown below a date line. */
  readonly startsDay: boolean;
  /** The last of consecutive messages by one person. */
  readonly isLast: boolean;
}
type BubbleContent = Omit<BubbleData, 'startsDay' | 'isLast'>;

/** A message has the same key before and after confirmation, so that React does not remount it. */
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
