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
  /** Unread messages in those. */
  readonly unreadElsewhere: number;
}
type Page = Omit<Chats, 'unreadElsewhere'>;
export type ChatsState = ResourceState<Chats>;

/** Counts local changes: a response to a request that was sent before one is stale. */
let localChanges = 0;
/** The pages of the list to show: more when the member asks for older ones. */
let pages = 1;
/** Conversations that have changed since they were loaded. All pages are read again for one that the newest page does not have. */
const changed = new Set<string>();
/** Stands for those of which no event told. */
const UNKNOWN = 'unknown';
onSessionEnd(() => {
  pages = 1;
  changed.clear();
});

/** The conversations, newest first. Loaded on first subscription; the navigation subscribes on every members page. */
export const $chats = createResource({
  load: async (): Promise<Chats> => {
    for (;;) {
      const before = localChanges;
      const asked = [...changed];
      changed.clear();
      let isDone = false;
      try {
        const answer = await readPages(asked);
        isDone = before === localChanges;
        if (isDone) return answer;
      } finally {
        if (!isDone) asked.forEach((each) => changed.add(each));
      }
    }
  },
});

/** Reads the newest page, and the older ones only where they are not shown yet or may have changed. */
async function readPages(asked: readonly string[]): Promise<Chats> {
  const newest = await api.list({});
  const shown = $chats.ready();
  const ids = new Set(newest.chats.map(({ conversation }) => conversation.id));
  const isKnown = asked.every((id) => ids.has(id));
  const all = await readOlder(shown && isKnown ? withOlder(newest, shown) : newest, newest.chats.length);
  return { ...all, unreadElsewhere: Math.max(0, (newest.unread ?? 0) - unreadIn(all)) };
}

const unreadIn = ({ chats }: Page): number => chats.reduce((sum, chat) => sum + chat.num_unread_messages, 0);

/** The newest page before the conversations that are shown behind it. */
function withOlder(newest: Page, shown: Page): Page {
  if (!newest.more) return newest;
  const ids = newest.chats.map(({ conversation }) => conversation.id);
  const end = shown.chats.findIndex(({ conversation }) => conversation.id === ids.at(-1));
  const older = shown.chats.slice(end + 1).filter(({ conversation }) => !ids.includes(conversation.id));
  return { chats: [...newest.chats, ...older], more: older.length === 0 || shown.more };
}

/** A conversation that moves from one page to the next while they are read is listed once. */
async function readOlder(list: Page, pageSize: number): Promise<Page> {
  const found = new Map(list.chats.map((chat) => [chat.conversation.id, chat]));
  let { more } = list;
  for (let page = Math.floor(found.size / pageSize); more && page < pages; page += 1) {
    const answer = await api.list({ page });
    for (const chat of answer.chats) found.set(chat.conversation.id, found.get(chat.conversation.id) ?? chat);
    more = answer.more;
  }
  return { chats: [...found.values()], more };
}

/** Unread messages in all conversations (requirement CH9); 0 until the list has loaded. */
export const $unread = computed($chats, (list) => (list.state === 'ready' ? unreadIn(list) + list.unreadElsewhere : 0));

/** Loads what is new, one request at a time: events can arrive faster than responses. */
export const loadChats = coalesce(async () => {
  if (!isSessionOver()) await $chats.reload();
});

/** Loads a conversation that has changed, wherever in the list it is, or all of them. */
export function reloadChat(conversation: string = UNKNOWN): Promise<void> {
  changed.add(conversation);
  return loadChats();
}

/** Loads the next page as well; what is shown stays until then. */
export async function loadMoreChats(): Promise<void> {
  if (!$chats.ready()?.more) return;
  pages += 1;
  await loadChats();
  if ($chats.ready()?.stale !== undefined) pages = Math.max(1, pages - 1);
}

/** Shows the first page only, as before further ones were loaded. */
export function closeOlderChats(): void {
  if (pages === 1) return;
  pages = 1;
  localChanges += 1;
  void reloadChat();
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
function scheduleReload(conversation: string): void {
  changed.add(conversation);
  if (isReloadScheduled) return;
  isReloadScheduled = true;
  after(BATCH_MS, () => {
    isReloadScheduled = false;
    void loadChats();
  });
}

onMount($chats, () => {
  void reloadChat();
  const ofChat = ['message', 'read', 'message_deleted', 'reaction', 'chat_deleted'] as const;
  const stops = [
    ...ofChat.map((type) => onLive(type, ({ conversation }) => scheduleReload(conversation))),
    onLive('block', () => scheduleReload(UNKNOWN)),
    onLiveOpen(() => scheduleReload(UNKNOWN)),
    startPolling(() => ($isLive.get() ? Promise.resolve() : reloadChat())),
  ];
  return () => stops.forEach((stop) => stop());
});
