// Likes and unlikes a member: applied optimistically, sent one at a time, rolled back when the server refuses.
import { atom } from 'nanostores';
import { likes } from '#contract/likes';
import type { MemberCard } from '#contract/members';
import { ApiError, client } from '#lib/api';
import { isFromHere, takeFromQuery } from '#lib/paths';
import { noteRefusal, onAbsence } from './absent.ts';
import { clearPendingLike, savePendingLike, findPendingLike } from './likes.ts';
import { showMatch } from './match.ts';
import { rememberLiked } from './member.ts';
import { onSessionEnd } from './private-data.ts';
import { toastError } from './toasts.ts';

const api = client({ add: likes.add, remove: likes.remove });
/** Members with a call in flight. A change made meanwhile is sent after it. */
const sending = new Set<string>();

/** Members whose like was taken back on this page: a list they were in may go on showing them. */
export const $unliked = atom<ReadonlySet<string>>(new Set());
const forget = (id: string): void => $unliked.set(new Set([...$unliked.get()].filter((each) => each !== id)));
onAbsence(forget);
onSessionEnd(() => $unliked.set(new Set()));

export async function setLiked(card: MemberCard, isLiked: boolean): Promise<void> {
  savePendingLike(card, isLiked, false);
  if (isLiked) forget(card.id);
  else $unliked.set(new Set($unliked.get()).add(card.id));
  if (sending.has(card.id)) return;
  sending.add(card.id);
  let known: boolean | null = null;
  try {
    do {
      known = await send(card, isLikeWanted(card.id));
    } while (known !== isLikeWanted(card.id));
    confirmLike(card, known);
  } catch (error) {
    if (known === null) clearPendingLike(card.id);
    else confirmLike(card, known);
    const failure = error instanceof ApiError ? error : new ApiError('internal', 0);
    toastError(failure.code, failure.body.retry_after);
    noteRefusal(card.id, failure.code);
  } finally {
    sending.delete(card.id);
  }
}

/** Gives the like that a visitor wanted to give when the login came in between (requirement AU32). A link from elsewhere likes no one. */
export async function likeAsWanted(card: MemberCard, isLiked: boolean): Promise<void> {
  if (takeFromQuery('wanted') === 'like' && isFromHere() && !isLiked) await setLiked(card, true);
}

const isLikeWanted = (id: string): boolean => findPendingLike(id)?.isLiked ?? false;

/** Returns the state that the server has now. */
async function send(card: MemberCard, isLiked: boolean): Promise<boolean> {
  if (!isLiked) {
    await api.remove({ id: card.id });
    return false;
  }
  const { match } = await api.add({ id: card.id });
  if (match && isLikeWanted(card.id)) showMatch(card);
  return true;
}

function confirmLike(card: MemberCard, isLiked: boolean): void {
  savePendingLike(card, isLiked, true);
  rememberLiked(card.id, isLiked);
}
