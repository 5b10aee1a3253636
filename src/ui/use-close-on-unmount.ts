// Closes a dialog before it leaves the document: only a closed one gives the focus back to what opened it.
import { useLayoutEffect, type RefObject } from 'react';

export function useCloseOnUnmount(dialog: RefObject<HTMLDialogElement | null>): void {
  useLayoutEffect(() => {
    const element = dialog.current;
    return () => element?.close();
  }, []);
}
