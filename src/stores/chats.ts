// The member's conversations and their unread messages, kept current by live events or, without a connection, by polling.
import { computed, onMount } from 'nanostores';
import { chats, type Chat } from '#contract/chats';
import { client } from '#lib/api';
import { after } from '#lib/clock';
import { $isLive, onLive, onLiveOpen } from './live.ts';
import { coalesce } from './coalesce.ts';
import { startPolling } from './poll.ts';
import { onSessionEnd } from './private-data.ts';
import { createResource, type ResourceState } from './resource.ts';
import { isSessionOver } from './session.ts';

const api = client({ list: chats.list });
/** Events within this window cause one request. */
const BATCH_MS = 150;

interface Chats {
  readonly chats: readonly Chat[];
  /** There are older ones. */
  readonly more: boolean;
}
export type ChatsState = ResourceState<Chats>;

/** Counts local changes: a response to a request that was sent before one is stale. */
let localChanges = 0;
/** The pages of the list to load: more when the member asks for older ones. */
let pages = 1;
onSessionEnd(() => (pages = 1));

/** The conversations, newest first. Loaded on first subscription; the navigation subscribes on every members page. */
export const $chats = createResource({
  load: async (): Promise<Chats> => {
    for (;;) {
      const before = localChanges;
      const answer = await readPages();
      if (before === localChanges) return answer;
    }
  },
});

/** A conversation that moves from one page to the next while they are read is listed once. */
async function readPages(): Promise<Chats> {
  const found = new Map<string, Chat>();
  let more = true;
  for (let page = 0; more && page < pages; page += 1) {
    const answer = await api.list(page > 0 ? { page } : {});
    for (const chat of answer.chats) found.set(chat.conversation.id, found.get(chat.conversation.id) ?? chat);
    more = answer.more;
  }
  return { chats: [...found.values()], more };
}
/** Unread messages in all conversations (requirement CH9); 0 until the list has loaded. */
export const $unread = computed($chats, (list) =>
  list.state === 'ready' ? list.chats.reduce((sum, chat) => sum + chat.num_unread_messages, 0) : 0,
);

/** Loads the list, one request at a time: events can arrive faster than responses. */
export const loadChats = coalesce(async () => {
  if (!isSessionOver()) await $chats.reload();
});

/** Loads the next page as well; what is shown stays until then. */
export async function loadMoreChats(): Promise<void> {
  if (!$chats.ready()?.more) return;
  pages += 1;
  await loadChats();
}

/** Opening a conversation clears its unread count (requirement CH10). The caller informs the server. */
export function clearUnread(conversation: string): void {
  localChanges += 1;
  const read = (chat: Chat): Chat =>
    chat.conversation.id === conversation ? { ...chat, num_unread_messages: 0 } : chat;
  $chats.updater()((list) => ({ chats: list.chats.map(read) }));
}

/** Takes a conversation out of the list; the caller informs the server. */
export function dropChat(conversation: string): void {
  localChanges += 1;
  $chats.updater()((list) => ({ chats: list.chats.filter((chat) => chat.conversation.id !== conversation) }));
}

/** Null until the list has loaded. */
export function findChat(conversation: string): Chat | null {
  const list = $chats.get();
  return (list.state === 'ready' && list.chats.find((chat) => chat.conversation.id === conversation)) || null;
}

/** The conversation with a member; null until the list has loaded. */
export function findChatWith(profile: string): Chat | null {
  const list = $chats.get();
  return (list.state === 'ready' && list.chats.find((chat) => chat.profile.id === profile)) || null;
}

let isReloadScheduled = false;
function scheduleReload(): void {
  if (isReloadScheduled) return;
  isReloadScheduled = true;
  after(BATCH_MS, () => {
    isReloadScheduled = false;
    void loadChats();
  });
}

onMount($chats, () => {
  void loadChats();
  const stops = [
    onLive('message', scheduleReload),
    onLive('read', scheduleReload),
    onLive('block', scheduleReload),
    onLive('message_deleted', scheduleReload),
    onLive('reaction', scheduleReload),
    onLive('chat_deleted', scheduleReload),
    onLiveOpen(scheduleReload),
    startPolling(() => ($isLive.get() ? Promise.resolve() : loadChats())),
  ];
  return () => stops.forEach((stop) => stop());
});
