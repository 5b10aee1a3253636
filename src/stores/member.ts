// The profile being looked at; a card seen before fills the first paint.
import { members, type Member, type MemberCard } from '#contract/members';
import { client } from '#lib/api';
import { onSessionEnd } from './private-data.ts';
import { createResource, blockedOr, type Blocked, type ResourceState } from './resource.ts';

const api = client({ view: members.view });
const cards = new Map<string, MemberCard>();
onSessionEnd(() => cards.clear());

type LoadingCard = { readonly state: 'loading'; readonly card: MemberCard | null };
export type MemberState = ResourceState<{ member: Member }, LoadingCard, Blocked>;

export const $member = createResource({
  load: (id: string) => api.view({ id }),
  loading: (id): LoadingCard => ({ state: 'loading', card: cards.get(id ?? '') ?? null }),
  failure: blockedOr,
});

/** Keeps a card, so that opening the profile has something to show at once. */
export const rememberCard = (card: MemberCard): void => {
  cards.set(card.id, card);
};

/** Loads one profile. Without an id, the one shown before makes way. */
export async function openMember(id: string | null): Promise<void> {
  if (id === null) $member.reset();
  else await $member.open(id);
}

/** A like given or taken back anywhere shows on the profile, too. */
export function rememberLiked(id: string, liked: boolean): void {
  $member.updater()(({ member }) => (member.id === id ? { member: { ...member, liked } } : {}));
}
