// The member's conversations and how much in them is unread; follows the live events, and the timer only while there are none.
import { computed, onMount } from 'nanostores';
import { chats, type Chat } from '#contract/chats';
import { client } from '#lib/api';
import { after } from '#lib/clock';
import { $isLive, onLive, onLiveOpen } from './live.ts';
import { coalesce } from './coalesce.ts';
import { startPolling } from './poll.ts';
import { createResource, type ResourceState } from './resource.ts';
import { isSessionOver } from './session.ts';

const api = client({ list: chats.list });
/** Events that come together are answered by one call. */
const GATHER_MS = 150;

export type ChatsState = ResourceState<{ readonly chats: readonly Chat[] }>;

/** Counts what was changed here: a list asked for before such a change is already old when it comes. */
let changes = 0;

/** The conversations, newest first. Loaded when somebody first looks, which the navigation does on every members page. */
export const $chats = createResource({
  load: async () => {
    for (;;) {
      const before = changes;
      const answer = await api.list();
      if (before === changes) return answer;
    }
  },
});
/** Unread messages in all of them (requirement CH9); nothing while they are not known. */
export const $unread = computed($chats, (list) =>
  list.state === 'ready' ? list.chats.reduce((sum, chat) => sum + chat.num_unread_messages, 0) : 0,
);

/** Loads the list, one request after the other: events come faster than answers, and each answer is shown. */
export const loadChats = coalesce(async () => {
  if (!isSessionOver()) await $chats.reload();
});

/** Opening a conversation leaves nothing unread in it (requirement CH10); the server is told by whoever opens it. */
export function clearUnread(conversation: string): void {
  changes += 1;
  const read = (chat: Chat): Chat =>
    chat.conversation.id === conversation ? { ...chat, num_unread_messages: 0 } : chat;
  $chats.updater()((list) => ({ chats: list.chats.map(read) }));
}

/** The conversation of that id in the list, if the list is known and has it. */
export function chatOf(conversation: string): Chat | null {
  const list = $chats.get();
  return (list.state === 'ready' && list.chats.find((chat) => chat.conversation.id === conversation)) || null;
}

/** The conversation with that member in the list, if the list is known and has it. */
export function chatWith(profile: string): Chat | null {
  const list = $chats.get();
  return (list.state === 'ready' && list.chats.find((chat) => chat.profile.id === profile)) || null;
}

let isGathering = false;
function loadSoon(): void {
  if (isGathering) return;
  isGathering = true;
  after(GATHER_MS, () => {
    isGathering = false;
    void loadChats();
  });
}

onMount($chats, () => {
  void loadChats();
  const stops = [
    onLive('message', loadSoon),
    onLive('read', loadSoon),
    onLiveOpen(loadSoon),
    startPolling(() => ($isLive.get() ? Promise.resolve() : loadChats())),
  ];
  return () => stops.forEach((stop) => stop());
});
