// Resends the confirmation mail, with a countdown until the next resend is allowed.
import { atom } from 'nanostores';
import type { User } from '#contract/auth';
import { signup } from '#contract/signup';
import { ACTIVATION_MAIL } from '#domain/limits';
import { ApiError, client } from '#lib/api';
import { after, now } from '#lib/clock';
import { $user, loadUser } from './session.ts';
import { createSubmit } from './submit.ts';

const api = client({ sendAgain: signup.sendAgain });

/** Seconds until the mail can be sent again; 0 when it can. */
export const $mailWait = atom(0);

let stopCountdown = (): void => undefined;

function startCountdown(seconds: number): void {
  const until = now().getTime() + seconds * 1000;
  stopCountdown();
  const count = (): void => {
    const left = Math.max(0, Math.ceil((until - now().getTime()) / 1000));
    $mailWait.set(left);
    if (left > 0) stopCountdown = after(1000, count);
  };
  count();
}

/** Resends the mail. If the address has been confirmed meanwhile, the user is reloaded to show it. */
export const $resendMail = createSubmit(async () => {
  try {
    await api.sendAgain();
    startCountdown(ACTIVATION_MAIL.resendSeconds);
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    if (error.code === 'wait') startCountdown(error.body.retry_after ?? ACTIVATION_MAIL.resendSeconds);
    if (error.code === 'already_active') await loadUser();
    throw error;
  }
});

/** The first mail was sent at signup, so the countdown also applies to new members. Returns the function that stops it. */
export function watchMail(): () => void {
  const stopUser = $user.subscribe((user) => {
    const seconds = user && $mailWait.get() === 0 ? secondsSinceSignup(user) : null;
    if (seconds !== null && seconds >= 0 && seconds < ACTIVATION_MAIL.resendSeconds)
      startCountdown(ACTIVATION_MAIL.resendSeconds - seconds);
  });
  return () => {
    stopUser();
    stopCountdown();
    $mailWait.set(0);
  };
}

const secondsSinceSignup = ({ signup_date: joined }: User): number => (now().getTime() - Date.parse(joined)) / 1000;
