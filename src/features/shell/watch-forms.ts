// Tells the queue of dialogs whether the member is in the middle of something: a form in use, or another dialog.
import { uptime } from '#lib/clock';
import { askWhetherBusy } from '#stores/dialog-queue';

/** A form is in use for so long after the last letter, wherever the focus is by then. */
const TYPING_MS = 30_000;

/** Returns the function that stops. */
export function watchForms(page: Document): () => void {
  let typedAt = -Infinity;
  const type = (): void => void (typedAt = uptime());
  page.addEventListener('input', type, { capture: true });
  askWhetherBusy(
    () =>
      uptime() - typedAt < TYPING_MS ||
      page.activeElement?.matches('form *, input, textarea, select') === true ||
      page.querySelector('dialog[open]') !== null,
  );
  return () => page.removeEventListener('input', type, { capture: true });
}
