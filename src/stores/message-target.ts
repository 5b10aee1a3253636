// Where what is written to a partner goes.
import { findChatWith } from './chats.ts';
import { readyConversation } from './conversation.ts';

/** The conversation, or the member for a first message. */
export function targetOf(partner: string): { conversation: string } | { profile: string } {
  const open = readyConversation();
  const id = open?.profile.id === partner ? open.id : (findChatWith(partner)?.conversation.id ?? null);
  return id ? { conversation: id } : { profile: partner };
}
