// The dialogs that come by themselves: one at a time and few in a visit, never over another dialog or a form in use.
import { atom } from 'nanostores';
import { DIALOGS } from '#domain/limits';
import { after, uptime } from '#lib/clock';
import { onSessionEnd } from './private-data.ts';

/** The most important one first. */
const ORDER = ['activation', 'bonus'] as const;
export type QueuedDialog = (typeof ORDER)[number];

/** The one that is open. */
export const $queuedDialog = atom<QueuedDialog | null>(null);

/** How often a dialog that would interrupt tries again. */
const RETRY_MS = 1000;

const waiting = new Set<QueuedDialog>();
/** How many have opened since the page was loaded. */
let opened = 0;
let closedAt = -Infinity;
let isBusy = (): boolean => false;
let cancel = (): void => undefined;

onSessionEnd(() => {
  cancel();
  waiting.clear();
  [opened, closedAt] = [0, -Infinity];
  $queuedDialog.set(null);
});

/** `asked` says whether the member is in the middle of something, such as a form. */
export const askWhetherBusy = (asked: () => boolean): void => void (isBusy = asked);

/** Opens a dialog when its turn comes; returns the function that closes it, or takes it out of the queue. */
export function queueDialog(name: QueuedDialog): () => void {
  waiting.add(name);
  openNext();
  return () => {
    waiting.delete(name);
    if ($queuedDialog.get() === name) close();
  };
}

/** Makes way for a dialog that the member has asked for. The one that lies open waits for its next turn, and does not count. */
export function makeWay(): void {
  if (!$queuedDialog.get()) return;
  opened -= 1;
  close();
}

/** Runs once nothing is interrupted by it; returns the function that cancels. */
export function whenFree(run: () => void): () => void {
  let stop = (): void => undefined;
  const look = (): void => {
    if (isBusy() || $queuedDialog.get()) stop = after(RETRY_MS, look);
    else run();
  };
  look();
  return () => stop();
}

function close(): void {
  closedAt = uptime();
  $queuedDialog.set(null);
  openNext();
}

function openNext(): void {
  cancel();
  const next = ORDER.find((name) => waiting.has(name));
  if (!next || $queuedDialog.get() || opened >= DIALOGS.perVisit) return;
  if (isBusy() || uptime() - closedAt < DIALOGS.pauseMs) cancel = after(RETRY_MS, openNext);
  else {
    opened += 1;
    $queuedDialog.set(next);
  }
}
