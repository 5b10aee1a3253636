// Combines delivered and unsent messages into the bubbles of a conversation.
import type { ChatPicture, DeletionScope, GiftId, Message } from '#contract/chats';
import type { Unsent } from '#stores/drafts';
import type { DeliveryStatus } from '#ui/MessageBubble';
import { isSameDay } from './moments.ts';

export interface BubbleData {
  readonly key: string;
  readonly clientId: string;
  /** Null for a message that has not been delivered. */
  readonly seq: number | null;
  readonly text: string;
  readonly at: string;
  readonly isMine: boolean;
  readonly status: DeliveryStatus;
  readonly deleted: DeletionScope | null;
  readonly gift: GiftId | 'other' | null;
  readonly picture: ChatPicture | null;
  /** The first message of its day, shown below a date line. */
  readonly startsDay: boolean;
  /** The last of consecutive messages by one person. */
  readonly isLast: boolean;
}
type BubbleContent = Omit<BubbleData, 'startsDay' | 'isLast'>;

/** A message has the same key before and after confirmation, so that React does not remount it. */
export function bubblesOf(messages: readonly Message[], unsent: readonly Unsent[], readTo: number): BubbleData[] {
  // A message that the member deleted for themselves leaves no trace.
  const shown = messages.filter(({ deleted }) => deleted !== 'me');
  const delivered = shown.map(
    ({ client_id, mine, text, at, seq, held, deleted = null, gift = null, picture = null }): BubbleContent => {
      const status = held ? 'held' : seq <= readTo ? 'read' : 'sent';
      const key = `${mine} ${client_id}`;
      return {
        key,
        clientId: client_id,
        seq: held ? null : seq,
        text,
        at,
        isMine: mine,
        status,
        deleted,
        gift,
        picture,
      };
    },
  );
  const pending = unsent.map(({ client_id, text, at, code, gift = null }): BubbleContent => {
    const status = code === null ? 'sending' : 'failed';
    const key = `true ${client_id}`;
    return { key, clientId: client_id, seq: null, text, at, isMine: true, status, deleted: null, gift, picture: null };
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
