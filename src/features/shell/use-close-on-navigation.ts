// A dialog of the shell persists across navigations, so it is closed before one.
import { useEffect } from 'react';

/** `close` must be the same function at every render, and so must `arrive`, which runs on the next page. */
export function useCloseOnNavigation(close: () => void, arrive?: () => void): void {
  useEffect(() => {
    document.addEventListener('astro:before-swap', close);
    if (arrive) document.addEventListener('astro:after-swap', arrive);
    return () => {
      document.removeEventListener('astro:before-swap', close);
      if (arrive) document.removeEventListener('astro:after-swap', arrive);
    };
  }, []);
}
