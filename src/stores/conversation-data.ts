// What is known of a conversation: an answer of the server as data, and a new answer joined with what arrived meanwhile.
import type { Conversation, Message } from '#contract/chats';
import type { MemberCard } from '#contract/members';
import { mergeMessages, oldestOf } from './messages.ts';

/** `contiguousTo` is the last sequence number before the first gap; an own message may be known beyond it. */
export interface ConversationData {
  readonly id: string | null;
  readonly profile: MemberCard;
  readonly messages: readonly Message[];
  readonly more: boolean;
  readonly hidden: boolean;
  readonly readTo: number;
  readonly contiguousTo: number;
  readonly costs: number;
  readonly freeLeft: number | null;
}
/** A conversation by its own id, or by the other member's. */
export type ConversationKey = { readonly conversation: string } | { readonly profile: string };

export function toConversationData(answer: Conversation): ConversationData {
  const { conversation, profile, messages, more, hidden, read_to: readTo } = answer;
  const { costs_credits: costs, free_left: freeLeft } = answer;
  const contiguousTo = newestSeq(messages);
  return {
    id: conversation?.id ?? null,
    profile,
    messages: mergeMessages([], messages),
    ...{ more, hidden, readTo, contiguousTo, costs, freeLeft },
  };
}

export const newestSeq = (messages: readonly Message[]): number => Math.max(0, ...messages.map(({ seq }) => seq));

interface Asked {
  /** The messages that were there when the page was asked for: a late answer does not know what was confirmed since. */
  readonly before: readonly Message[];
  /** Older pages stay, where the newest one follows them without a gap. */
  readonly keepsOlder: boolean;
}

/** The newest page in place of what was shown, of which something may have been deleted or changed unheard. */
export function withNewestPage(
  shown: ConversationData,
  page: ConversationData,
  { before, keepsOlder }: Asked,
): ConversationData {
  const known = new Set(before);
  const first = oldestOf(page.messages);
  const since = shown.messages.filter((each) => !known.has(each) && (each.seq === 0 || each.seq > first));
  const hasOlder = keepsOlder && oldestOf(shown.messages) < first && first <= shown.contiguousTo + 1;
  const older = hasOlder ? shown.messages.filter(({ seq }) => seq > 0 && seq < first) : [];
  return {
    ...page,
    id: page.id ?? shown.id,
    messages: mergeMessages(page.messages, [...older, ...since]),
    more: hasOlder ? shown.more : page.more,
    readTo: Math.max(shown.readTo, page.readTo),
    freeLeft: shown.id && !page.id ? shown.freeLeft : page.freeLeft,
  };
}

/** What an answer has of newer messages; each has all that are kept back, so that one it does not have is there no more. */
export function withNewer(
  shown: ConversationData,
  answer: Conversation,
  before: readonly Message[],
): Partial<ConversationData> {
  const known = new Set(before);
  const held = new Set(answer.messages.flatMap(({ held, client_id: id }) => (held ? id : [])));
  const kept = shown.messages.filter((each) => !each.held || !known.has(each) || held.has(each.client_id));
  return {
    id: shown.id ?? answer.conversation?.id ?? null,
    messages: mergeMessages(kept, answer.messages),
    contiguousTo: Math.max(shown.contiguousTo, newestSeq(answer.messages)),
    readTo: Math.max(shown.readTo, answer.read_to),
    costs: answer.costs_credits,
    // The first message may have been sent meanwhile, of which a late answer does not know.
    freeLeft: shown.id && !answer.conversation ? shown.freeLeft : answer.free_left,
  };
}
