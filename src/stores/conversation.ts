// The open conversation as the server knows it: without gaps, without doubles, in one order, wherever its messages come from.
import { onMount } from 'nanostores';
import { chats, type Conversation, type Message } from '#contract/chats';
import type { MemberCard } from '#contract/members';
import { client } from '#lib/api';
import { isPageHidden, onPageVisible } from '#lib/visibility';
import { $chats, chatOf, clearUnread } from './chats.ts';
import { onLive, onLiveOpen } from './live.ts';
import { mergeMessages, newestOfOther, oldestOf } from './messages.ts';
import { coalesce } from './coalesce.ts';
import { blockedOr, createResource, type Ready } from './resource.ts';
import { $user } from './session.ts';

const api = client({ messages: chats.messages, read: chats.read });
/** Messages caught up on at once, the most the call answers. */
const CATCH_UP = 100;

/** `reach` is up to where messages are known without a gap; a message of one's own may already stand behind it. */
interface Talk {
  readonly id: string | null;
  readonly profile: MemberCard;
  readonly messages: readonly Message[];
  readonly more: boolean;
  readonly readTo: number;
  readonly reach: number;
  readonly costs: number;
  readonly freeLeft: number | null;
}
export type OpenConversation = Ready<Talk>;
type LoadingCard = { readonly state: 'loading'; readonly card: MemberCard | null };
/** A conversation by its own id, or by the member one writes with. */
export type Which = { readonly conversation: string } | { readonly profile: string };

export const $conversation = createResource({
  load: async (which: Which): Promise<Talk> => openedOf(await api.messages(which)),
  loading: (which): LoadingCard => ({ state: 'loading', card: which ? cardOf(which) : null }),
  failure: blockedOr,
});

let readUpTo = 0;
/** The screens that show the conversation right now: the list, which lives on after them, shows none. */
const readers = new Set<symbol>();

/** A screen shows the open conversation, until the returned function is called. */
export function registerViewer(): () => void {
  const reader = Symbol();
  readers.add(reader);
  return () => void readers.delete(reader);
}

/** The open conversation, if it is there. */
export function opened(): OpenConversation | null {
  const shown = $conversation.get();
  return shown.state === 'ready' ? shown : null;
}

/** Opens a conversation. Null makes the one shown before go. */
export async function openConversation(which: Which | null): Promise<void> {
  if (which && isOpen(which)) {
    markRead();
    await catchUp();
    return;
  }
  readUpTo = 0;
  if (!which) {
    $conversation.reset();
    return;
  }
  await $conversation.open(which);
  markRead();
}

const cardOf = (which: Which): MemberCard | null =>
  ('conversation' in which && chatOf(which.conversation)?.profile) || null;

function isOpen(which: Which): boolean {
  const open = opened();
  return 'conversation' in which ? open?.id === which.conversation : open?.profile.id === which.profile;
}

function openedOf(answer: Conversation): Talk {
  const { conversation, profile, messages, more, read_to: readTo, costs_credits: costs, free_left: freeLeft } = answer;
  const reach = newestSeq(messages);
  return {
    id: conversation?.id ?? null,
    profile,
    messages: mergeMessages([], messages),
    ...{ more, readTo, reach, costs, freeLeft },
  };
}

const newestSeq = (messages: readonly Message[]): number => Math.max(0, ...messages.map(({ seq }) => seq));

/** Loads the messages before the oldest one shown; says whether that worked. */
export async function loadOlder(): Promise<boolean> {
  const open = opened();
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

/** Fetches what is newer than what is known, until nothing is; a failure is made up for by the next event. */
export const catchUp = coalesce(async () => {
  const update = $conversation.updater();
  for (let open = opened(); open; open = opened()) {
    const { id, profile, reach } = open;
    const which = id ? { conversation: id } : { profile: profile.id };
    const answer = await api.messages({ ...which, after: reach, limit: CATCH_UP }).catch(() => null);
    if (!answer) return;
    const isShown = update(({ messages, readTo }) => ({
      id: answer.conversation?.id ?? null,
      messages: mergeMessages(messages, answer.messages),
      reach: Math.max(reach, newestSeq(answer.messages)),
      readTo: Math.max(readTo, answer.read_to),
      costs: answer.costs_credits,
      freeLeft: answer.free_left,
    }));
    if (!isShown) return;
    markRead();
    // Kept messages come with every answer.
    if (answer.messages.filter(({ held }) => !held).length < CATCH_UP) return;
  }
});

/** Puts a message in place that the server has just confirmed; fetches what came before it, if something did. */
export function addConfirmed(partner: string, message: Message): void {
  const open = opened();
  if (open?.profile.id !== partner) return;
  // Sent long ago, and confirmed only now: it stands among what is loaded by and by, and must not pass for the oldest of it.
  if (message.seq > 0 && message.seq < oldestOf(open.messages)) return;
  const follows = message.seq === open.reach + 1;
  $conversation.updater()(({ messages, reach }) => ({
    id: message.conversation,
    messages: mergeMessages(messages, [message]),
    reach: follows ? message.seq : reach,
    freeLeft: null,
  }));
  if (message.seq > open.reach + 1) void catchUp();
}

/** Tells the server what has been seen: nothing on another screen or in a hidden tab. */
function markRead(): void {
  const open = opened();
  const newest = open ? newestOfOther(open.messages) : 0;
  if (!open?.id || readers.size === 0 || isPageHidden() || newest <= readUpTo) return;
  const before = readUpTo;
  readUpTo = newest;
  clearUnread(open.id);
  const { id } = open;
  api.read({ conversation: id, seq: newest }).catch(() => {
    if (opened()?.id === id && readUpTo === newest) readUpTo = before;
  });
}

function hearRead({ conversation, reader, seq }: { conversation: string; reader: string; seq: number }): void {
  if (conversation !== opened()?.id || reader === $user.get()?.id) return;
  $conversation.updater()(({ readTo }) => ({ readTo: Math.max(readTo, seq) }));
}

/** A message that is kept until the member has confirmed their address takes no number. */
const isNews = (seq: number, { reach }: OpenConversation): boolean =>
  seq > reach || (seq === reach && $user.get()?.status === 'not_confirmed');

onMount($conversation, () => {
  const stops = [
    onLive('message', ({ conversation, seq }) => {
      const open = opened();
      if (open && (open.id === null || (open.id === conversation && isNews(seq, open)))) void catchUp();
    }),
    onLive('read', hearRead),
    onLiveOpen(() => void catchUp()),
    onPageVisible(() => {
      markRead();
      void catchUp();
    }),
    // While there are no live events the list is polled, and what is new there is new here.
    $chats.listen(() => {
      const open = opened();
      if (open?.id && (chatOf(open.id)?.last?.seq ?? 0) > open.reach) void catchUp();
    }),
  ];
  return () => stops.forEach((stop) => stop());
});
