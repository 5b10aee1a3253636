// The swipe game: cards answered at once on the screen, sent one after another, and put back when the server refuses.
import { atom, onMount, onNotify } from 'nanostores';
import type { MemberCard } from '#contract/members';
import { swipe, type SwipeDeck } from '#contract/swipe';
import { ApiError, client } from '#lib/api';
import { after, now } from '#lib/clock';
import { onPageVisible } from '#lib/visibility';
import { clearPendingLike, savePendingLike } from './likes.ts';
import { onLive } from './live.ts';
import { showMatch } from './match.ts';
import { rememberCard, rememberLiked } from './member.ts';
import { onSessionEnd } from './private-data.ts';
import { createResource } from './resource.ts';
import { toastError } from './toasts.ts';

const api = client({ deck: swipe.deck, answer: swipe.answer, undo: swipe.undo });

/** Cards left when more are fetched. */
const FEW = 6;

/** Members answered on this page; a deck read earlier may still contain them. */
const answered = new Set<string>();
/** Members whose card is back on the screen, and for the server not yet. */
const returning = new Set<string>();
/** Likes on the screen that have not been sent. */
let unsentLikes = 0;
/** Whether the server has no more cards than are shown. */
let isExhausted = false;

/** Calls run one at a time, so that each deck is newer than the answers before it. */
let last: Promise<unknown> = Promise.resolve();
function enqueue<T>(work: () => Promise<T>): Promise<T> {
  const result = last.then(work, work);
  last = result.catch(() => undefined);
  return result;
}

/** The next cards, the first on top, and the likes left. */
export const $deck = createResource({ load: () => enqueue(loadDeck) });
/** The card that was passed last, while it can be taken back. */
export const $lastPass = atom<MemberCard | null>(null);

onSessionEnd(() => {
  answered.clear();
  returning.clear();
  $lastPass.set(null);
});

const shownCards = (): readonly MemberCard[] => $deck.ready()?.profiles ?? [];

/** Cards that are shown keep their place, unless the server says that they may no longer be shown. */
async function loadDeck(): Promise<SwipeDeck> {
  const asked = shownCards().map(({ id }) => id);
  const { kept: allowed = [], ...deck } = await api.deck(asked.length > 0 ? { shown: asked.join(',') } : {});
  const gone = new Set(asked.filter((id) => !allowed.includes(id) && !returning.has(id)));
  const kept = shownCards().filter(({ id }) => !gone.has(id) && !answered.has(id));
  const fresh = kept.length < FEW ? unknownOf(deck.profiles, kept) : [];
  isExhausted = false;
  return { ...deck, remaining: deck.remaining - unsentLikes, profiles: [...kept, ...fresh] };
}

function unknownOf(cards: readonly MemberCard[], known: readonly MemberCard[]): MemberCard[] {
  const ids = new Set([...known.map(({ id }) => id), ...answered]);
  const fresh = cards.filter(({ id }) => !ids.has(id));
  fresh.forEach(rememberCard);
  return fresh;
}

export const openDeck = (): Promise<void> => $deck.reload();

/** Answers the card on top; a like needs one that is left. */
export async function answerCard(card: MemberCard, liked: boolean): Promise<void> {
  const deck = $deck.ready();
  if (deck?.profiles[0]?.id !== card.id || (liked && deck.remaining <= 0)) return;
  answered.add(card.id);
  $lastPass.set(liked ? null : card);
  change((shown) => ({
    profiles: shown.profiles.slice(1),
    remaining: shown.remaining - (liked ? 1 : 0),
  }));
  if (liked) {
    unsentLikes += 1;
    savePendingLike(card, true, false);
  }
  await enqueue(() => send(card, liked));
  await fetchMore();
}

const change = (how: (shown: SwipeDeck) => Partial<SwipeDeck>): void => void $deck.updater()(how);
const putBack = (card: MemberCard): void => {
  answered.delete(card.id);
  change(({ profiles }) => ({ profiles: [card, ...profiles.filter(({ id }) => id !== card.id)] }));
};

async function send(card: MemberCard, liked: boolean): Promise<void> {
  try {
    const { match, remaining, renews_at } = await api.answer({ id: card.id, liked });
    if (liked) settleLike(card, match);
    change(() => ({ remaining: remaining - unsentLikes, renews_at }));
  } catch (error) {
    const failure = error instanceof ApiError ? error : new ApiError('internal', 0);
    if (liked) {
      unsentLikes -= 1;
      clearPendingLike(card.id);
    }
    refuse(card, liked, failure);
  }
}

function settleLike(card: MemberCard, isMatch: boolean): void {
  unsentLikes -= 1;
  savePendingLike(card, true, true);
  rememberLiked(card.id, true);
  if (isMatch) showMatch(card);
}

/** Codes of a member who has gone or can no longer be liked: the card does not come back. */
const GONE = ['not_found', 'blocked', 'blocked_by_you'];

function refuse(card: MemberCard, liked: boolean, { code, body }: ApiError): void {
  if ($lastPass.get()?.id === card.id) $lastPass.set(null);
  if (!GONE.includes(code)) putBack(card);
  if (code === 'swipe_limit') {
    // Used up in another tab; the page says so itself.
    const renews = body.retry_after ? new Date(now().getTime() + body.retry_after * 1000).toISOString() : null;
    change(() => ({ remaining: 0, renews_at: renews }));
    return;
  }
  if (liked) change(({ remaining }) => ({ remaining: remaining + 1 }));
  toastError(code, body.retry_after);
}

async function fetchMore(): Promise<void> {
  const shown = $deck.ready();
  if (!shown || shown.profiles.length >= FEW || isExhausted) return;
  await enqueue(async () => {
    const before = shownCards();
    if (before.length >= FEW || isExhausted) return;
    const more = await api.deck({}).catch(() => null);
    if (!more) return;
    const fresh = unknownOf(more.profiles, before);
    isExhausted = fresh.length === 0;
    change(({ profiles }) => ({ profiles: [...profiles, ...unknownOf(fresh, profiles)] }));
  });
}

/** Takes the last pass back: its card is on top again. */
export async function undoPass(): Promise<void> {
  const card = $lastPass.get();
  if (!card) return;
  $lastPass.set(null);
  putBack(card);
  returning.add(card.id);
  await enqueue(async () => {
    try {
      const { profile } = await api.undo({ id: card.id });
      if (!profile) takeAway(card, 'not_found');
    } catch (error) {
      const isThere = takeAway(card, error instanceof ApiError ? error.code : 'internal');
      // The server still has the pass, which can be tried again.
      if (isThere) $lastPass.set($lastPass.get() ?? card);
    } finally {
      returning.delete(card.id);
    }
  });
}

/** Takes away a card that could not be brought back; whether it was on the screen. */
function takeAway({ id }: MemberCard, code: string): boolean {
  const isThere = shownCards().some((card) => card.id === id);
  answered.add(id);
  change(({ profiles }) => ({ profiles: profiles.filter((card) => card.id !== id) }));
  toastError(code);
  return isThere;
}

/** A timer beyond this is not exact, so the page looks again. */
const LONGEST_TIMER_MS = 3_600_000;

onMount($deck, () => {
  let stopTimer = (): void => undefined;
  const watch = (): void => {
    stopTimer();
    const renews = $deck.ready()?.renews_at;
    if (!renews) return;
    const left = new Date(renews).getTime() - now().getTime();
    stopTimer = after(Math.min(Math.max(left, 0) + 1000, LONGEST_TIMER_MS), () => {
      if (new Date(renews).getTime() <= now().getTime()) void openDeck();
      else watch();
    });
  };
  const stops = [
    onNotify($deck, watch),
    onLive('block', () => void openDeck()),
    onPageVisible(() => $deck.ready() && void openDeck()),
  ];
  return () => [...stops, stopTimer].forEach((stop) => stop());
});
