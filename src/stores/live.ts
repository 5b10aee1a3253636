// Dispatches live events to the stores by type; session.ts opens the connection.
import { atom } from 'nanostores';
import type { LiveEvent } from '#contract/events';
import { listen } from '#lib/live';

type Type = LiveEvent['type'];
type EventOf<T extends Type> = Extract<LiveEvent, { type: T }>;

/** Whether events arrive, in this tab or through the tab that has the connection. */
export const $isLive = atom(false);

const listeners = new Map<Type, Set<(event: LiveEvent) => void>>();
const openListeners = new Set<() => void>();

/** Subscribes to events of one type; returns the function that unsubscribes. */
export function onLive<T extends Type>(type: T, listener: (event: EventOf<T>) => void): () => void {
  const registered = listeners.get(type) ?? new Set();
  listeners.set(type, registered);
  const handler = (event: LiveEvent): void => {
    if (isOf(event, type)) listener(event);
  };
  registered.add(handler);
  return () => void registered.delete(handler);
}

/** Subscribes to (re)connects: events may have been missed before one. */
export function onLiveOpen(listener: () => void): () => void {
  openListeners.add(listener);
  return () => void openListeners.delete(listener);
}

export function dispatchLive(event: LiveEvent): void {
  for (const listener of listeners.get(event.type) ?? []) listener(event);
}

/** Reloads what events may have changed, as after a reconnect. */
export const reloadMissed = (): void => openListeners.forEach((listener) => listener());

/** Opens the connection; returns the function that closes it. */
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
  if (isOpen && !wasOpen) reloadMissed();
}

const isOf = <T extends Type>(event: LiveEvent, type: T): event is EventOf<T> => event.type === type;
