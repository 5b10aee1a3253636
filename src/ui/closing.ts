// The events by which a browser closes a dialog, such as by Escape. Its `close` may come whole frames later, when the dialog is open again.
import type { SyntheticEvent } from 'react';

type DialogEvent = SyntheticEvent<HTMLDialogElement>;

/** Attributes of a <dialog>. `close` is called at once; a second call has no effect. */
export const closing = (close: () => void) => ({
  onCancel: (event: DialogEvent): void => {
    // Fields have events of that name too.
    if (event.target !== event.currentTarget) return;
    event.preventDefault();
    close();
  },
  onClose: ({ currentTarget }: DialogEvent): void => {
    if (!currentTarget.open) close();
  },
});
