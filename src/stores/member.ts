// The profile being looked at; a card seen before fills the first paint.
import { atom } from 'nanostores';
import { members, type Member, type MemberCard } from '#contract/members';
import { ApiError, client } from '#lib/api';

const api = client({ view: members.view });
const cards = new Map<string, MemberCard>();

export type MemberState =
  | { readonly state: 'loading'; readonly card: MemberCard | null }
  | { readonly state: 'ready'; readonly member: Member }
  | { readonly state: 'gone' }
  | { readonly state: 'blocked' }
  | { readonly state: 'failed'; readonly code: string };

export const $member = atom<MemberState>({ state: 'loading', card: null });

/** Keeps a card, so that opening the profile has something to show at once. */
export const rememberCard = (card: MemberCard): void => {
  cards.set(card.id, card);
};

/** Counts the profiles opened: an answer about an earlier one comes too late. */
let latest = 0;

/** Loads one profile; of two under way the one opened last is shown. Without an id, the one shown before makes way. */
export async function openMember(id: string | null): Promise<void> {
  const turn = (latest += 1);
  $member.set({ state: 'loading', card: cards.get(id ?? '') ?? null });
  if (id === null) return;
  try {
    const { member } = await api.view({ id });
    if (turn === latest) $member.set({ state: 'ready', member });
  } catch (error) {
    if (turn === latest) $member.set(stateOf(error));
  }
}

/** A like given or taken back anywhere shows on the profile, too. */
export function rememberLiked(id: string, liked: boolean): void {
  const shown = $member.get();
  if (shown.state === 'ready' && shown.member.id === id)
    $member.set({ state: 'ready', member: { ...shown.member, liked } });
}

function stateOf(error: unknown): MemberState {
  const code = error instanceof ApiError ? error.code : 'internal';
  if (code === 'not_found' || code === 'invalid') return { state: 'gone' };
  return code === 'blocked' ? { state: 'blocked' } : { state: 'failed', code };
}
