// Tells the stores that list members when one of them can no longer be shown: a block of either side, or a call that was
// refused because the member is gone.
import { onMount, type Store } from 'nanostores';
import { onLive } from './live.ts';

/** Codes of a member who is gone, hidden or blocked. */
const ABSENT = ['not_found', 'blocked', 'blocked_by_you'];
const listeners = new Set<(id: string) => void>();

/** Calls `listener` when a member may be absent, or back after a block has ended; returns the function that unsubscribes. */
export function onAbsence(listener: (id: string) => void): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}

/** Loads a list of members again while it is shown. */
export function reloadOnAbsence(list: Store & { ready(): object | null; reload(): Promise<void> }): void {
  onMount(list, () => onAbsence(() => void (list.ready() && list.reload())));
}

/** To be called with the code of a refused call about a member. */
export function noteRefusal(id: string, code: string): void {
  if (ABSENT.includes(code)) tell(id);
}

const tell = (id: string): void => [...listeners].forEach((listener) => listener(id));
onLive('block', ({ profile }) => tell(profile));
