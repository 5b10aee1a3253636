// Live events reach the stores from here: session.ts starts it once, and every store hears only what it asks for.
import { atom } from 'nanostores';
import type { LiveEvent } from '#contract/events';
import { listen } from '#lib/live';

type Type = LiveEvent['type'];
type Of<T extends Type> = Extract<LiveEvent, { type: T }>;

/** Whether events arrive right now, in this tab or through the one that keeps the connection. */
export const $isLive = atom(false);

const hearers = new Map<Type, Set<(event: LiveEvent) => void>>();
const openers = new Set<() => void>();

/** Calls `hear` on every event of one type; returns a function that stops it. */
export function onLive<T extends Type>(type: T, hear: (event: Of<T>) => void): () => void {
  const heard = hearers.get(type) ?? new Set();
  hearers.set(type, heard);
  const own = (event: LiveEvent): void => {
    if (isOf(event, type)) hear(event);
  };
  heard.add(own);
  return () => void heard.delete(own);
}

/** Calls `hear` whenever the connection was opened again: something may have been missed meanwhile. */
export function onLiveOpen(hear: () => void): () => void {
  openers.add(hear);
  return () => void openers.delete(hear);
}

/** Tells the stores of this tab about one event. */
export function dispatchLive(event: LiveEvent): void {
  for (const hear of hearers.get(event.type) ?? []) hear(event);
}

/** Opens the connection; returns a function that ends it. */
export function startLive(): () => void {
  const stop = listen(dispatchLive, setOpen);
  return () => {
    stop();
    $isLive.set(false);
  };
}

function setOpen(isOpen: boolean): void {
  const wasOpen = $isLive.get();
  $isLive.set(isOpen);
  if (isOpen && !wasOpen) for (const hear of openers) hear();
}

const isOf = <T extends Type>(event: LiveEvent, type: T): event is Of<T> => event.type === type;
