// Toasts: short error messages over the page that disappear after a while or when closed.
import { atom } from 'nanostores';
import { after } from '#lib/clock';

/** An error by its code; `minutes` and `seconds` are the time until a retry makes sense. */
export interface ToastMessage {
  readonly id: number;
  readonly code: string;
  readonly minutes: number;
  readonly seconds: number;
}

const SHOWN_MS = 6000;
const MAX_TOASTS = 3;

export const $toasts = atom<readonly ToastMessage[]>([]);
let last = 0;

/** Shows an error; a toast with the same code is replaced. */
export function toastError(code: string, retryAfter = 0): void {
  const id = (last += 1);
  const others = $toasts.get().filter((toast) => toast.code !== code);
  $toasts.set([...others, { id, code, seconds: retryAfter, minutes: Math.ceil(retryAfter / 60) }].slice(-MAX_TOASTS));
  after(SHOWN_MS, () => closeToast(id));
}

export function closeToast(id: number): void {
  $toasts.set($toasts.get().filter((toast) => toast.id !== id));
}
