// The open profile; a card seen before fills the first paint.
import { members, type Member, type MemberCard } from '#contract/members';
import { client } from '#lib/api';
import { onMount } from 'nanostores';
import { noteRefusal } from './absent.ts';
import { onLive } from './live.ts';
import { onSessionEnd } from './private-data.ts';
import { createResource, blockedOrFailed, type Blocked, type ResourceState } from './resource.ts';

const api = client({ view: members.view });
const cards = new Map<string, MemberCard>();
onSessionEnd(() => cards.clear());

let openId: string | null = null;

type LoadingCard = { readonly state: 'loading'; readonly card: MemberCard | null };
export type MemberState = ResourceState<{ member: Member }, LoadingCard, Blocked>;

export const $member = createResource({
  load: (id: string) => api.view({ id }),
  loading: (id): LoadingCard => ({ state: 'loading', card: cards.get(id ?? '') ?? null }),
  failure: (code) => {
    if (openId !== null) noteRefusal(openId, code);
    return blockedOrFailed(code);
  },
});

/** Caches a card, so that the profile can show it while it loads. */
export const rememberCard = (card: MemberCard): void => {
  cards.set(card.id, card);
};

/** The cached card of a member, if any. */
export const cardOf = (id: string): MemberCard | null => cards.get(id) ?? null;

/** Loads a profile; null closes the current one. */
export async function openMember(id: string | null): Promise<void> {
  openId = id;
  if (id === null) $member.reset();
  else await $member.open(id);
}

onMount($member, () =>
  onLive('block', ({ profile }) => {
    if (openId === profile) void $member.open(profile);
  }),
);

/** Applies a like or unlike made elsewhere to the open profile. */
export function rememberLiked(id: string, liked: boolean): void {
  $member.updater()(({ member }) => (member.id === id ? { member: { ...member, liked } } : {}));
}
