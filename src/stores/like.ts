// Giving a like and taking it back: shown at once, sent one after the other, and undone when the server refuses.
import { likes } from '#contract/likes';
import type { MemberCard } from '#contract/members';
import { ApiError, client } from '#lib/api';
import { clearPress, savePress, pressOf } from './likes.ts';
import { showMatch } from './match.ts';
import { rememberLiked } from './member.ts';
import { toastError } from './toasts.ts';

const api = client({ add: likes.add, remove: likes.remove });
/** Members for whom a call is under way; a press meanwhile is sent when that has been answered. */
const sending = new Set<string>();

/** Likes a member, or no longer. */
export async function setLiked(card: MemberCard, isLiked: boolean): Promise<void> {
  savePress(card, isLiked, false);
  if (sending.has(card.id)) return;
  sending.add(card.id);
  let known: boolean | null = null;
  try {
    do {
      known = await send(card, wanted(card.id));
    } while (known !== wanted(card.id));
    settle(card, known);
  } catch (error) {
    if (known === null) clearPress(card.id);
    else settle(card, known);
    const failure = error instanceof ApiError ? error : new ApiError('internal', 0);
    toastError(failure.code, failure.body.retry_after);
  } finally {
    sending.delete(card.id);
  }
}

const wanted = (id: string): boolean => pressOf(id)?.isLiked ?? false;

/** Tells the server; answers what it knows now. */
async function send(card: MemberCard, isLiked: boolean): Promise<boolean> {
  if (!isLiked) {
    await api.remove({ id: card.id });
    return false;
  }
  const { match } = await api.add({ id: card.id });
  if (match && wanted(card.id)) showMatch(card);
  return true;
}

function settle(card: MemberCard, isLiked: boolean): void {
  savePress(card, isLiked, true);
  rememberLiked(card.id, isLiked);
}
