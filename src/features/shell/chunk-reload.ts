// Reloads the page when one of its scripts cannot be loaded, at most once a minute; drafts are stored as they are typed.
import { isChunkFailure, mayReload } from '#domain/chunk-failure';
import { now } from '#lib/clock';
import { reloadPage } from '#lib/restored';
import { readStored, writeStored } from '#lib/storage';

const RELOADED = 'reloaded';

/** Returns the function that stops. */
export function watchChunkFailures(): () => void {
  const reload = (): void => {
    if (!navigator.onLine || !mayReload(readStored(RELOADED), now())) return;
    writeStored(RELOADED, now().toISOString());
    reloadPage();
  };
  const onPreload = (): void => reload();
  const onRejection = ({ reason }: PromiseRejectionEvent): void => {
    if (isChunkFailure(reason)) reload();
  };
  addEventListener('vite:preloadError', onPreload);
  addEventListener('unhandledrejection', onRejection);
  return () => {
    removeEventListener('vite:preloadError', onPreload);
    removeEventListener('unhandledrejection', onRejection);
  };
}
