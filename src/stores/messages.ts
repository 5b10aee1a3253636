// Merges and orders messages by sequence number; those without a number come last.
import type { DeletionScope, Message } from '#contract/chats';

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

const withoutContent = ({ gift: _, picture: __, ...message }: Message, deleted: DeletionScope): Message => ({
  ...message,
  text: '',
  deleted,
});

/** Takes the content out of a message that was deleted. */
export const withDeleted = (
  messages: readonly Message[],
  isDeleted: (message: Message) => boolean,
  deleted: DeletionScope,
): Message[] => messages.map((each) => (isDeleted(each) ? withoutContent(each, deleted) : each));

/** The sequence number of the oldest delivered message; 0 when there is none. */
export const oldestOf = (messages: readonly Message[]): number => messages.find(({ seq }) => seq > 0)?.seq ?? 0;

/** The sequence number of the newest message from the partner; 0 when there is none. */
export const newestOfOther = (messages: readonly Message[]): number =>
  messages.findLast(({ mine, seq }) => !mine && seq > 0)?.seq ?? 0;
