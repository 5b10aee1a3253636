// How long the messages of a conversation are shown.
import { CHAT_HIDDEN_DAYS } from '#domain/limits';

/** Whether the last message of a conversation is so old that its messages are hidden (requirement CH28). */
export const isHistoryHidden = (lastAt: Date, now: Date): boolean =>
  now.getTime() - lastAt.getTime() > CHAT_HIDDEN_DAYS * 86_400_000;
