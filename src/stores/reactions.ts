// Reacts to a message of the open conversation: shown at once, and taken back when the server refuses.
import { chats, type Message, type ReactionId } from '#contract/chats';
import { client, errorCode } from '#lib/api';
import { applyReaction, readyConversation } from './conversation.ts';
import { onSessionEnd } from './private-data.ts';
import { toastError } from './toasts.ts';

const api = client({ react: chats.react });

/** What the member wants last of each message whose reaction is being sent: one call at a time, so that the last one counts. */
const wanted = new Map<string, ReactionId | null>();
onSessionEnd(() => wanted.clear());

/** Sets the member's reaction; the one that is set already is taken back. */
export async function react(seq: number, chosen: ReactionId): Promise<void> {
  const open = readyConversation();
  const message = open?.messages.find((each) => each.seq === seq && !each.mine);
  if (!open?.id || !message) return;
  const reaction = message.reaction === chosen ? null : chosen;
  const key = `${open.id} ${seq}`;
  const isBeingSent = wanted.has(key);
  wanted.set(key, reaction);
  applyReaction(seq, reaction);
  if (!isBeingSent) await sendLatest(key, { ...message, conversation: open.id }).finally(() => wanted.delete(key));
}

async function sendLatest(key: string, { conversation, seq, reaction }: Message): Promise<void> {
  let kept = reaction ?? null;
  try {
    for (let next = wanted.get(key); next !== undefined && next !== kept; next = wanted.get(key)) {
      await api.react({ conversation, seq, reaction: next });
      kept = next;
    }
  } catch (error) {
    toastError(errorCode(error));
    if (readyConversation()?.id === conversation) applyReaction(seq, kept);
  }
}
