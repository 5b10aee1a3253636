// The order of messages: as the conversation counts them, each once, with what has no number yet at the end.
import type { Message } from '#contract/chats';

/** What names a message: its sender's own number for it. */
const keyOf = ({ mine, client_id }: Pick<Message, 'mine' | 'client_id'>): string => `${mine} ${client_id}`;

/** Lays messages that came over those that were known: none twice, none out of order, a delivered one in place of a held one. */
export function mergeMessages(known: readonly Message[], came: readonly Message[]): Message[] {
  const all = new Map(known.map((message) => [keyOf(message), message]));
  for (const message of came) {
    const old = all.get(keyOf(message));
    if (!old || old.seq === 0) all.set(keyOf(message), message);
  }
  const order = ({ seq }: Message): number => seq || Number.MAX_SAFE_INTEGER;
  return [...all.values()].sort((a, b) => order(a) - order(b));
}

/** The oldest delivered message that is known; 0 when none is. */
export const oldestOf = (messages: readonly Message[]): number => messages.find(({ seq }) => seq > 0)?.seq ?? 0;

/** The newest message of the other; 0 when there is none. */
export const newestOfOther = (messages: readonly Message[]): number =>
  messages.findLast(({ mine, seq }) => !mine && seq > 0)?.seq ?? 0;
