// Combines delivered and unsent messages into the bubbles of a conversation.
import type { ChatPicture, ChatVoice, DeletionScope, GiftId, Message, Quote, ReactionId } from '#contract/chats';
import type { Unsent } from '#stores/drafts';
import type { DeliveryStatus } from '#ui/MessageBubble';
import { dayOf } from './moments.ts';

export interface BubbleData {
  readonly key: string;
  readonly clientId: string;
  /** Null for a message that has not been delivered. */
  readonly seq: number | null;
  readonly text: string;
  readonly at: string;
  readonly isMine: boolean;
  readonly status: DeliveryStatus;
  /** Held until staff have read it. */
  readonly isChecked: boolean;
  /** What a held message waits for otherwise; null for the confirmation of the e-mail address. */
  readonly lacks: Message['lacks'] | null;
  readonly deleted: DeletionScope | null;
  readonly gift: GiftId | 'other' | null;
  readonly picture: ChatPicture | null;
  readonly voice: ChatVoice | null;
  readonly quote: Quote | null;
  /** One of a newer version is left out. */
  readonly reaction: ReactionId | null;
  /** The first message of its day, shown below a date line. */
  readonly startsDay: boolean;
  /** The last of consecutive messages by one person. */
  readonly isLast: boolean;
}
type BubbleContent = Omit<BubbleData, 'startsDay' | 'isLast'>;

/** Whether it has words of the other member, which may have signs of a scam. */
export const isTheirText = ({ isMine, deleted, gift, picture, seq }: BubbleData): boolean =>
  !isMine && !deleted && !gift && !picture && seq !== null;

/** A message has the same key before and after confirmation, so that React does not remount it. */
export function bubblesOf(messages: readonly Message[], unsent: readonly Unsent[], readTo: number): BubbleData[] {
  // A message that the member deleted for themselves leaves no trace.
  const shown = messages.filter(({ deleted }) => deleted !== 'me');
  const delivered = shown.map((message) => deliveredBubble(message, readTo));
  const gone = new Set(messages.flatMap(({ seq, deleted }) => (deleted ? seq : [])));
  const pending = unsent.map((each) => unsentBubble(each, gone));
  const all = [...delivered, ...pending];
  const days = all.map(({ at }) => dayOf(at));
  return all.map((bubble, at) => ({
    ...bubble,
    startsDay: days[at - 1] !== days[at],
    isLast: all[at + 1]?.isMine !== bubble.isMine || days[at + 1] !== days[at],
  }));
}

function deliveredBubble(message: Message, readTo: number): BubbleContent {
  const { client_id: clientId, mine: isMine, text, at, seq, held } = message;
  const {
    deleted = null,
    gift = null,
    picture = null,
    voice = null,
    quote = null,
    reaction = 'other',
    checked = false,
    lacks = null,
  } = message;
  return {
    ...{ key: `${isMine} ${clientId}`, clientId, seq: held ? null : seq, text, at, isMine },
    status: held ? 'held' : seq <= readTo ? 'read' : 'sent',
    ...{ isChecked: checked, lacks },
    ...{ deleted, gift, picture, voice, quote, reaction: reaction === 'other' ? null : reaction },
  };
}

/** `gone`: the numbers of deleted messages, which are quoted no more. */
function unsentBubble(
  { client_id: clientId, text, at, code, gift, quote }: Unsent,
  gone: ReadonlySet<number>,
): BubbleContent {
  return {
    ...{ key: `true ${clientId}`, clientId, seq: null, text, at, isMine: true },
    status: code === null ? 'sending' : 'failed',
    ...{ isChecked: false, lacks: null },
    ...{ deleted: null, gift: gift ?? null, picture: null, voice: null, reaction: null },
    quote: quote && !gone.has(quote.seq) ? quote : null,
  };
}
