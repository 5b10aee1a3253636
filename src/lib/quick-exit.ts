// Leaves the site at once: nothing of it stays on the screen, and "back" does not return to this page.
import { exitPresses, QUICK_EXIT } from '#domain/quick-exit';
import { now } from './clock.ts';

export function leaveQuickly(): void {
  document.documentElement.style.visibility = 'hidden';
  document.title = '';
  globalThis.location.replace(QUICK_EXIT.to);
}

/** Leaves at the key, also in a dialog; returns the function that stops. A held key counts once. */
export function watchExitKey(page: Document): () => void {
  const press = exitPresses();
  const listen = ({ key, repeat }: KeyboardEvent): void => {
    if (key === QUICK_EXIT.key && !repeat && press(now().getTime())) leaveQuickly();
  };
  page.addEventListener('keydown', listen, true);
  return () => page.removeEventListener('keydown', listen, true);
}
