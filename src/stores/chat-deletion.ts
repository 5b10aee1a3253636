// Deletes own messages, and conversations from the list.
import { chats, type DeletionScope, type Message } from '#contract/chats';
import { CHAT } from '#domain/limits';
import { client, errorCode } from '#lib/api';
import { now } from '#lib/clock';
import { dropChat, reloadChat } from './chats.ts';
import { applyDeletion, openConversation, readyConversation } from './conversation.ts';
import { loadHeld } from './spendable.ts';
import { createSubmit, type Submit } from './submit.ts';
import { toastError } from './toasts.ts';

const api = client({ deleteMessage: chats.deleteMessage, remove: chats.remove });

/** Whether a message can still be deleted for both at this moment; the server decides. */
export const deletionScope = (at: string): DeletionScope =>
  now().getTime() - Date.parse(at) > CHAT.deleteForBothMinutes * 60_000 ? 'me' : 'both';

/** Deletes a message of the member in the open conversation. */
export const createMessageDeletion = (): Submit<Pick<Message, 'client_id'> & { scope: DeletionScope }> =>
  createSubmit(async ({ client_id, scope }) => {
    const conversation = readyConversation()?.id;
    if (!conversation) return;
    await api.deleteMessage({ conversation, client_id, scope });
    if (readyConversation()?.id === conversation)
      applyDeletion((each) => each.mine && 'client_id' in each && each.client_id === client_id, scope);
    void reloadChat(conversation);
    loadHeld();
  });

/** The conversation vanishes at once; when the server fails, it is there again and an alert says why (requirement CH19). */
export async function removeChat(conversation: string): Promise<void> {
  dropChat(conversation);
  if (readyConversation()?.id === conversation) void openConversation(null);
  try {
    await api.remove({ conversation });
  } catch (error) {
    toastError(errorCode(error));
    await reloadChat(conversation);
  }
}
