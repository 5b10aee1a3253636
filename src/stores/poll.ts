// The one repeating timer: first after 5 s, then every 60 s or 300 s, with jitter, and never while the page is hidden.
import { after } from '#lib/clock';
import { isPageHidden, oncePageVisible } from '#lib/visibility';

const FIRST_MS = 5_000;
const EVERY_MS = 60_000;
const JITTER = 0.1;

/** Runs `work` again and again until the returned function is called; a hidden page waits until it is seen. */
export function startPolling(work: () => Promise<void>, everyMs = EVERY_MS): () => void {
  let isStopped = false;
  let cancel = after(FIRST_MS, tick);
  function tick(): void {
    if (isStopped) return;
    if (isPageHidden()) {
      oncePageVisible(tick);
      return;
    }
    void work().finally(() => {
      if (!isStopped) cancel = after(everyMs * (1 + (Math.random() * 2 - 1) * JITTER), tick);
    });
  }
  return () => {
    isStopped = true;
    cancel();
  };
}
