// Confirming the e-mail address: asks for the mail again, and says how long that has to wait.
import { atom } from 'nanostores';
import type { User } from '#contract/auth';
import { signup } from '#contract/signup';
import { ACTIVATION_MAIL } from '#domain/limits';
import { ApiError, client } from '#lib/api';
import { after, now } from '#lib/clock';
import { $user, loadUser } from './session.ts';
import { createSubmit } from './submit.ts';

const api = client({ sendAgain: signup.sendAgain });

/** Seconds until the mail can be asked for again; 0 when it can. */
export const $mailWait = atom(0);

let stopCounting = (): void => undefined;

function waitFor(seconds: number): void {
  const until = now().getTime() + seconds * 1000;
  stopCounting();
  const count = (): void => {
    const left = Math.max(0, Math.ceil((until - now().getTime()) / 1000));
    $mailWait.set(left);
    if (left > 0) stopCounting = after(1000, count);
  };
  count();
}

/** Has the mail sent again; who has confirmed meanwhile is shown that. */
export const $mailAgain = createSubmit(async () => {
  try {
    await api.sendAgain();
    waitFor(ACTIVATION_MAIL.resendSeconds);
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    if (error.code === 'wait') waitFor(error.body.retry_after ?? ACTIVATION_MAIL.resendSeconds);
    if (error.code === 'already_active') await loadUser();
    throw error;
  }
});

/** The first mail went out when the member joined, so a new member waits, too. Returns a function that stops the count. */
export function watchMail(): () => void {
  const stopUser = $user.subscribe((user) => {
    const seconds = user && $mailWait.get() === 0 ? sinceJoined(user) : null;
    if (seconds !== null && seconds >= 0 && seconds < ACTIVATION_MAIL.resendSeconds)
      waitFor(ACTIVATION_MAIL.resendSeconds - seconds);
  });
  return () => {
    stopUser();
    stopCounting();
    $mailWait.set(0);
  };
}

const sinceJoined = ({ signup_date: joined }: User): number => (now().getTime() - Date.parse(joined)) / 1000;
