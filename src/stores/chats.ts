// The member's conversations and how much in them is unread; follows the live events, and the timer only while there are none.
import { atom, computed, onMount } from 'nanostores';
import { chats, type Chat } from '#contract/chats';
import { ApiError, client } from '#lib/api';
import { after } from '#lib/clock';
import { $isLive, onLive, onLiveOpen } from './live.ts';
import { oneAtATime } from './one-at-a-time.ts';
import { startPolling } from './poll.ts';
import { isSessionOver } from './session.ts';

const api = client({ list: chats.list });
/** Events that come together are answered by one call. */
const GATHER_MS = 150;

export type ChatsState =
  | { readonly state: 'loading' }
  | { readonly state: 'ready'; readonly chats: readonly Chat[] }
  | { readonly state: 'failed'; readonly code: string };

/** The conversations, newest first. Loaded when somebody first looks, which the navigation does on every members page. */
export const $chats = atom<ChatsState>({ state: 'loading' });
/** Unread messages in all of them (spec §3); nothing while they are not known. */
export const $unread = computed($chats, (list) =>
  list.state === 'ready' ? list.chats.reduce((sum, chat) => sum + chat.num_unread_messages, 0) : 0,
);

/** Counts what was changed here: a list asked for before such a change is already old when it comes. */
let changes = 0;

/** Loads the list; one that was known stays when that fails. */
export const loadChats = oneAtATime(async () => {
  if (isSessionOver()) return;
  const before = changes;
  try {
    const answer = await api.list();
    if (before === changes) $chats.set({ state: 'ready', chats: answer.chats });
    else void loadChats();
  } catch (error) {
    if ($chats.get().state !== 'ready')
      $chats.set({ state: 'failed', code: error instanceof ApiError ? error.code : 'internal' });
  }
});

/** Shows the list as loading and asks again. */
export function retryChats(): void {
  $chats.set({ state: 'loading' });
  void loadChats();
}

/** Opening a conversation leaves nothing unread in it (spec §4); the server is told by whoever opens it. */
export function clearUnread(conversation: string): void {
  const list = $chats.get();
  changes += 1;
  if (list.state !== 'ready') return;
  const read = (chat: Chat): Chat =>
    chat.conversation.id === conversation ? { ...chat, num_unread_messages: 0 } : chat;
  $chats.set({ ...list, chats: list.chats.map(read) });
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
