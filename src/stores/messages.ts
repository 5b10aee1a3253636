// Merges and orders messages by sequence number; those without a number come last.
import type { DeletionScope, Message, Quote } from '#contract/chats';

/** The sender's id of a message, unique per sender. */
const keyOf = ({ mine, client_id }: Pick<Message, 'mine' | 'client_id'>): string => `${mine} ${client_id}`;

/** Merges without duplicates; a delivered message replaces its held version. */
export function mergeMessages(known: readonly Message[], incoming: readonly Message[]): Message[] {
  const all = new Map(known.map((message) => [keyOf(message), message]));
  for (const message of incoming) {
    const old = all.get(keyOf(message));
    if (!old || old.seq === 0 || message.deleted) all.set(keyOf(message), message);
  }
  const order = ({ seq }: Message): number => seq || Number.MAX_SAFE_INTEGER;
  return [...all.values()].sort((a, b) => order(a) - order(b));
}

function withoutContent(message: Message, deleted: DeletionScope): Message {
  const { client_id, conversation, seq, mine, at, held } = message;
  return { client_id, conversation, seq, mine, at, held, text: '', deleted };
}

const withoutQuote = ({ quote: _, ...message }: Message): Message => message;

/** Takes the content out of a message that was deleted, and out of those that quote it. */
export function withDeleted(
  messages: readonly Message[],
  isDeleted: (message: Message | Quote) => boolean,
  deleted: DeletionScope,
): Message[] {
  const gone = new Set(messages.filter(isDeleted).map(({ seq }) => seq));
  const isQuoteGone = ({ quote }: Message): boolean => !!quote && (gone.has(quote.seq) || isDeleted(quote));
  return messages.map((each) => {
    if (isDeleted(each)) return withoutContent(each, deleted);
    return isQuoteGone(each) ? withoutQuote(each) : each;
  });
}

/** Sets the reaction to a message; null for none. */
export function withReaction(
  messages: readonly Message[],
  seq: number,
  reaction: Message['reaction'] | null,
): Message[] {
  return messages.map((each) => {
    if (each.seq !== seq || each.deleted) return each;
    const { reaction: _, ...message } = each;
    return reaction ? { ...message, reaction } : message;
  });
}

/** The sequence number of the oldest delivered message; 0 when there is none. */
export const oldestOf = (messages: readonly Message[]): number => messages.find(({ seq }) => seq > 0)?.seq ?? 0;

/** The sequence number of the newest message from the partner; 0 when there is none. */
export const newestOfOther = (messages: readonly Message[]): number =>
  messages.findLast(({ mine, seq }) => !mine && seq > 0)?.seq ?? 0;
