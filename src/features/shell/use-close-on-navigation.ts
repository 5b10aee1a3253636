// A dialog of the shell persists across navigations, so it is closed before one.
import { useEffect } from 'react';

/** `close` must be the same function at every render. */
export function useCloseOnNavigation(close: () => void): void {
  useEffect(() => {
    document.addEventListener('astro:before-swap', close);
    return () => document.removeEventListener('astro:before-swap', close);
  }, []);
}
