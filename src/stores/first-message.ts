// The message that a new member writes to the one whose page led to the signup; the conversation begins with it.
import { chats } from '#contract/chats';
import { isBlank } from '#domain/graphemes';
import { client } from '#lib/api';
import { readDraft } from './drafts.ts';
import { updateDraft } from './outbox.ts';
import { $user } from './session.ts';
import { applySent } from './spendable.ts';
import { createSubmit } from './submit.ts';

const api = client({ send: chats.send });

/**
 * Sends the draft to a member, whose outbox is open. The draft's id makes a repeat after a lost answer take effect once; a refused
 * draft stays, also in the chat.
 */
export const $firstMessage = createSubmit(async (profile: string) => {
  const { text, client_id } = readDraft(profile);
  if (isBlank(text)) return;
  const known = $user.get();
  const sent = await api.send({ profile, text: text.trim(), client_id });
  updateDraft('');
  applySent(sent, known);
});
