// Polling with jitter, paused while the page is hidden.
import { after } from '#lib/clock';
import { isPageHidden, oncePageVisible } from '#lib/visibility';

const FIRST_MS = 5_000;
const EVERY_MS = 60_000;
const EVERY_MS_WITH_PUSH = 300_000;
const JITTER = 0.1;

/** Push messages tell what is new, so a device that gets them asks less often (requirement AU6). */
export const pollInterval = (hasPush: boolean): number => (hasPush ? EVERY_MS_WITH_PUSH : EVERY_MS);

/** Runs `work` after 5 s and then every `everyMs()`, until the returned function is called. */
export function startPolling(work: () => Promise<void>, everyMs: () => number = () => EVERY_MS): () => void {
  let isStopped = false;
  let cancel = after(FIRST_MS, tick);
  function tick(): void {
    if (isStopped) return;
    if (isPageHidden()) {
      oncePageVisible(tick);
      return;
    }
    void work().finally(() => {
      if (!isStopped) cancel = after(everyMs() * (1 + (Math.random() * 2 - 1) * JITTER), tick);
    });
  }
  return () => {
    isStopped = true;
    cancel();
  };
}
