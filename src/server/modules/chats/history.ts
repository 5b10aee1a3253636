// How long the messages of a conversation are shown.
import { DAY_MS } from '#domain/durations';
import { CHAT_HIDDEN_DAYS } from '#domain/limits';
import type { Relationship } from '../members/relationship.ts';

/** The messages of conversations whose last one is older are hidden (requirement CH28). */
export const shownSince = (now: Date): Date => new Date(now.getTime() - CHAT_HIDDEN_DAYS * DAY_MS);

export const isHistoryHidden = (lastAt: Date, now: Date): boolean => lastAt < shownSince(now);

/** A conversation, the time range of its messages, and the last `seq` that the member has deleted. */
export interface MessageSpan {
  readonly id: string;
  readonly from: Date;
  readonly until: Date;
  readonly deletedTo: number;
}

type Dated = Pick<Relationship, 'conversation' | 'created_at' | 'last_at' | 'last_seq' | 'deleted_to'>;

/** Whether the caller has messages in the conversation that its age hides. */
export const hidesMessages = ({ last_at, last_seq, deleted_to }: Dated, now: Date): boolean =>
  last_at !== null && last_seq > deleted_to && isHistoryHidden(last_at, now);

/** The messages that the caller may see; null when there are none. The range ends at `last_at`: later messages are read by the next call. */
export function shownSpan(between: Dated, now: Date): MessageSpan | null {
  const { conversation: id, created_at, last_at, deleted_to } = between;
  if (id === null || !created_at || !last_at || hidesMessages(between, now)) return null;
  return { id, from: created_at, until: last_at, deletedTo: deleted_to };
}
