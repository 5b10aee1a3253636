// Typing indicators: shown for a few seconds after each signal; outgoing signals are throttled.
import { atom, onMount } from 'nanostores';
import { chats } from '#contract/chats';
import { TYPING } from '#domain/limits';
import { client } from '#lib/api';
import { after } from '#lib/clock';
import { onLive } from './live.ts';

const api = client({ typing: chats.typing });

/** Conversations in which the partner is typing. */
export const $typing = atom<ReadonlySet<string>>(new Set());

const hideTimers = new Map<string, () => void>();

function show(conversation: string): void {
  hideTimers.get(conversation)?.();
  hideTimers.set(
    conversation,
    after(TYPING.shownSeconds * 1000, () => hide(conversation)),
  );
  $typing.set(new Set($typing.get()).add(conversation));
}

function hide(conversation: string): void {
  hideTimers.get(conversation)?.();
  hideTimers.delete(conversation);
  $typing.set(new Set([...$typing.get()].filter((each) => each !== conversation)));
}

onMount($typing, () => {
  const stops = [
    onLive('typing', ({ conversation }) => show(conversation)),
    onLive('message', ({ conversation }) => hide(conversation)),
  ];
  return () => stops.forEach((stop) => stop());
});

let isThrottled = false;

/** Signals typing at most once in a few seconds. A late signal is useless, so it is aborted. */
export function signalTyping(conversation: string): void {
  if (isThrottled) return;
  isThrottled = true;
  const expiry = new AbortController();
  after(TYPING.intervalSeconds * 1000, () => {
    isThrottled = false;
    expiry.abort();
  });
  api.typing({ conversation }, { signal: expiry.signal }).catch(() => undefined);
}
