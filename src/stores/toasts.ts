// Short messages over the page: each goes by itself after a while, or when it is closed.
import { atom } from 'nanostores';
import { after } from '#lib/clock';

/** Something that failed, by its error code; `minutes` and `seconds` say when trying again makes sense. */
export interface ToastMessage {
  readonly id: number;
  readonly code: string;
  readonly minutes: number;
  readonly seconds: number;
}

const SHOWN_MS = 6000;
const MOST = 3;

export const $toasts = atom<readonly ToastMessage[]>([]);
let last = 0;

/** Shows what failed; the same failure is shown once. */
export function toastError(code: string, retryAfter = 0): void {
  const id = (last += 1);
  const others = $toasts.get().filter((toast) => toast.code !== code);
  $toasts.set([...others, { id, code, seconds: retryAfter, minutes: Math.ceil(retryAfter / 60) }].slice(-MOST));
  after(SHOWN_MS, () => closeToast(id));
}

export function closeToast(id: number): void {
  $toasts.set($toasts.get().filter((toast) => toast.id !== id));
}
