// The open conversation: messages from all sources, merged in server order without gaps or duplicates.
import { onMount } from 'nanostores';
import { chats, type DeletionScope, type Message, type Quote } from '#contract/chats';
import type { MemberCard } from '#contract/members';
import { client, errorCode } from '#lib/api';
import { isPageHidden, onPageVisible } from '#lib/visibility';
import { $chats, findChat, clearUnread } from './chats.ts';
import {
  type ConversationData,
  type ConversationKey,
  toConversationData,
  withNewer,
  withNewestPage,
} from './conversation-data.ts';
import { $isLive, onLive, onLiveOpen } from './live.ts';
import { rememberChat } from './last-chat.ts';
import { mergeMessages, newestOfOther, oldestOf, withDeleted, withReaction } from './messages.ts';
import { coalesce } from './coalesce.ts';
import { startPolling } from './poll.ts';
import { blockedOrFailed, createResource, type Ready, type Update } from './resource.ts';
import { $user } from './session.ts';

const api = client({ messages: chats.messages, read: chats.read });
/** The largest page the call returns. */
const CATCH_UP_LIMIT = 100;

export type OpenConversation = Ready<ConversationData>;
type LoadingCard = { readonly state: 'loading'; readonly card: MemberCard | null };
export const $conversation = createResource({
  load: async (key: ConversationKey): Promise<ConversationData> => toConversationData(await api.messages(key)),
  loading: (key): LoadingCard => ({ state: 'loading', card: key ? cardOf(key) : null }),
  failure: blockedOrFailed,
});

let reportedReadTo = 0;
let openKey: ConversationKey | null = null;
/** The mounted screens that show the conversation. The store outlives them, so messages are only marked as read while there is one. */
const viewers = new Set<symbol>();

/** Registers a screen that shows the open conversation; the returned function unregisters it. */
export function registerViewer(): () => void {
  const viewer = Symbol();
  viewers.add(viewer);
  return () => void viewers.delete(viewer);
}

/** Whether a screen shows the conversation with a member. */
export const isOnScreen = (partner: string): boolean => viewers.size > 0 && readyConversation()?.profile.id === partner;

/** The open conversation if it has loaded. */
export function readyConversation(): OpenConversation | null {
  const shown = $conversation.get();
  return shown.state === 'ready' ? shown : null;
}

/** Opens a conversation; null closes the current one. */
export async function openConversation(key: ConversationKey | null): Promise<void> {
  openKey = key;
  if (key && isOpen(key)) {
    markRead();
    // While no screen showed it, its events went unheard.
    await refresh(false);
    rememberOpen();
    return;
  }
  reportedReadTo = 0;
  if (!key) {
    $conversation.reset();
    return;
  }
  await $conversation.open(key);
  markRead();
  rememberOpen();
}

function rememberOpen(): void {
  const open = readyConversation();
  if (open) rememberChat(open.profile.id);
}

const cardOf = (key: ConversationKey): MemberCard | null =>
  ('conversation' in key && findChat(key.conversation)?.profile) || null;

function isOpen(key: ConversationKey): boolean {
  const open = readyConversation();
  return 'conversation' in key ? open?.id === key.conversation : open?.profile.id === key.profile;
}

/** Loads the messages before the oldest one shown; returns false on failure. */
export async function loadOlder(): Promise<boolean> {
  const open = readyConversation();
  const update = $conversation.updater();
  if (!open?.id || !open.more) return true;
  try {
    const answer = await api.messages({ conversation: open.id, before: oldestOf(open.messages) });
    update(({ messages }) => ({ messages: mergeMessages(messages, answer.messages), more: answer.more }));
    return true;
  } catch {
    return false;
  }
}

/** Fetches newer messages until there are none. After a failure the next event retries. */
export const catchUp = coalesce(async () => {
  const update = $conversation.updater();
  for (let open = readyConversation(); open; open = readyConversation()) {
    const { id, profile, messages, contiguousTo, hidden } = open;
    // A new message brings the hidden ones back.
    if (hidden) return refresh(false);
    const key = id ? { conversation: id } : { profile: profile.id };
    const answer = await api.messages({ ...key, after: contiguousTo, limit: CATCH_UP_LIMIT }).catch(failure(update));
    if (!answer || !update((shown) => withNewer(shown, answer, messages))) return;
    markRead();
    // Every response includes the held messages, so they do not count towards the page size.
    if (answer.messages.filter(({ held }) => !held).length < CATCH_UP_LIMIT) return;
  }
});

/** Loads the newest page again without the loading state: it has what newer messages do not tell, such as deletions. */
async function refresh(keepsOlder: boolean): Promise<void> {
  const before = readyConversation()?.messages;
  const update = $conversation.updater();
  if (!before || !openKey) return;
  const answer = await api.messages(openKey).catch(failure(update));
  if (!answer) return;
  update((shown) => withNewestPage(shown, toConversationData(answer), { before, keepsOlder }));
  markRead();
}

/** A conversation that is no more, or blocked, is opened again to show just that; after any other failure what is shown stays. */
const failure =
  (update: Update<ConversationData>) =>
  (error: unknown): null => {
    const isGone = blockedOrFailed(errorCode(error)).state !== 'failed';
    if (isGone && openKey && update(() => ({}))) void $conversation.open(openKey);
    return null;
  };

/** Inserts a message that the server has confirmed, and fetches messages that were missed before it. */
export function addConfirmed(partner: string, message: Message): void {
  const open = readyConversation();
  if (open?.profile.id !== partner) return;
  // It belongs to a page that is not loaded yet; inserted now, it would pass for the oldest loaded message.
  if (message.seq > 0 && message.seq < oldestOf(open.messages)) return;
  const follows = message.seq === open.contiguousTo + 1;
  $conversation.updater()(({ messages, contiguousTo }) => ({
    id: message.conversation,
    messages: mergeMessages(messages, [message]),
    contiguousTo: follows ? message.seq : contiguousTo,
    freeLeft: null,
  }));
  if (message.seq > open.contiguousTo + 1) void catchUp();
}

/** Reports messages as read, but not from another screen or a hidden tab. */
function markRead(): void {
  const open = readyConversation();
  const newest = open ? newestOfOther(open.messages) : 0;
  if (!open?.id || viewers.size === 0 || isPageHidden() || newest <= reportedReadTo) return;
  const before = reportedReadTo;
  reportedReadTo = newest;
  clearUnread(open.id);
  const { id } = open;
  api.read({ conversation: id, seq: newest }).catch(() => {
    if (readyConversation()?.id === id && reportedReadTo === newest) reportedReadTo = before;
  });
}

function applyReadEvent({ conversation, reader, seq }: { conversation: string; reader: string; seq: number }): void {
  if (conversation !== readyConversation()?.id || reader === $user.get()?.id) return;
  $conversation.updater()(({ readTo }) => ({ readTo: Math.max(readTo, seq) }));
}

/** Marks a message as deleted, also where it is quoted; one that was held back is gone. */
export function applyDeletion(isDeleted: (message: Message | Quote) => boolean, scope: DeletionScope): void {
  $conversation.updater()(({ messages }) => ({
    messages: withDeleted(
      messages.filter((each) => !(each.held && isDeleted(each))),
      isDeleted,
      scope,
    ),
  }));
}

/** Shows the reaction to a message, null for none. The store changes only if the message has another one. */
export function applyReaction(seq: number, reaction: Message['reaction'] | null): void {
  const message = $conversation.ready()?.messages.find((each) => each.seq === seq && !each.deleted);
  if (!message || (message.reaction ?? null) === (reaction ?? null)) return;
  $conversation.updater()(({ messages }) => ({ messages: withReaction(messages, seq, reaction) }));
}

/** One that was kept back has no number of its own, and changes no balance. */
const isNewMessage = (seq: number, credits: number | undefined, { contiguousTo }: OpenConversation): boolean =>
  seq > contiguousTo || (seq === contiguousTo && credits === undefined);

/** Loads again what a block changes: the conversation with that member, or one that is hidden by a block. */
async function applyBlock(profile: string): Promise<void> {
  const isAffected = readyConversation()?.profile.id === profile || $conversation.get().state === 'blocked';
  if (isAffected && openKey) await $conversation.open(openKey);
}

onMount($conversation, () => {
  const stops = [
    onLive('message', ({ conversation, seq, credits }) => {
      const open = readyConversation();
      if (open && (open.id === null || (open.id === conversation && isNewMessage(seq, credits, open)))) void catchUp();
    }),
    onLive('read', applyReadEvent),
    onLive('block', ({ profile }) => void applyBlock(profile)),
    onLive('message_deleted', ({ conversation, seq, scope }) => {
      const open = readyConversation();
      // Those that are kept back have no number: which of them is gone the next answer tells.
      if (open && seq === 0 && (open.id ?? conversation) === conversation) void catchUp();
      else if (open?.id === conversation) applyDeletion((each) => each.seq === seq, scope);
    }),
    onLive('reaction', ({ conversation, seq, reaction }) => {
      if (conversation === readyConversation()?.id) applyReaction(seq, reaction);
    }),
    onLive('chat_deleted', ({ conversation }) => {
      if (conversation === readyConversation()?.id && openKey) void $conversation.open(openKey);
    }),
    onLiveOpen(() => void catchUp()),
    onPageVisible(() => {
      markRead();
      void catchUp();
    }),
    // Without a live connection nothing else tells of deletions and blocks.
    startPolling(() => (viewers.size === 0 || $isLive.get() ? Promise.resolve() : refresh(true))),
    // Nor of new messages, of which the polled list knows, and of what the other member thinks of the last one.
    $chats.listen(() => {
      const open = readyConversation();
      const last = open?.id ? findChat(open.id)?.last : null;
      if (open && last && last.seq > open.contiguousTo) void catchUp();
      if (last?.mine && last.seq > 0 && !last.hidden) applyReaction(last.seq, last.reaction);
    }),
  ];
  return () => stops.forEach((stop) => stop());
});
