// Who is writing right now: shown for a few seconds after each signal; one's own signals are sent sparingly.
import { atom, onMount } from 'nanostores';
import { chats } from '#contract/chats';
import { TYPING } from '#domain/limits';
import { client } from '#lib/api';
import { after } from '#lib/clock';
import { onLive } from './live.ts';

const api = client({ typing: chats.typing });

/** Conversations in which the other is writing. */
export const $typing = atom<ReadonlySet<string>>(new Set());

const endings = new Map<string, () => void>();

function show(conversation: string): void {
  endings.get(conversation)?.();
  endings.set(
    conversation,
    after(TYPING.shownSeconds * 1000, () => hide(conversation)),
  );
  $typing.set(new Set($typing.get()).add(conversation));
}

function hide(conversation: string): void {
  endings.get(conversation)?.();
  endings.delete(conversation);
  $typing.set(new Set([...$typing.get()].filter((each) => each !== conversation)));
}

onMount($typing, () => {
  const stops = [
    onLive('typing', ({ conversation }) => show(conversation)),
    onLive('message', ({ conversation }) => hide(conversation)),
  ];
  return () => stops.forEach((stop) => stop());
});

let isQuiet = false;

/** Tells the other that one is writing, at most once in a few seconds; one that comes late is worth nothing. */
export function signalTyping(conversation: string): void {
  if (isQuiet) return;
  isQuiet = true;
  const late = new AbortController();
  after(TYPING.intervalSeconds * 1000, () => {
    isQuiet = false;
    late.abort();
  });
  api.typing({ conversation }, { signal: late.signal }).catch(() => undefined);
}
