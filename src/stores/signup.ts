// Resends the confirmation mail, with a countdown until the next resend is allowed.
import { atom } from 'nanostores';
import type { User } from '#contract/auth';
import { members } from '#contract/members';
import { signup } from '#contract/signup';
import { ACTIVATION_MAIL } from '#domain/limits';
import { ApiError, client } from '#lib/api';
import { after, now } from '#lib/clock';
import { $user, loadUser } from './session.ts';
import { blockedOrFailed, createResource } from './resource.ts';
import { createSubmit } from './submit.ts';

const api = client({ sendAgain: signup.sendAgain, changeAddress: signup.changeAddress, view: members.view });

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
    // The mail may be owed until tomorrow.
    await loadUser();
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    if (error.code === 'wait') startCountdown(error.body.retry_after ?? ACTIVATION_MAIL.resendSeconds);
    if (error.code === 'already_active') await loadUser();
    throw error;
  }
});

/** Moves the account to another address, to which a new mail goes. */
export const $changeAddress = createSubmit(async ({ email }: { email: string }) => {
  try {
    await api.changeAddress({ email });
  } finally {
    // An address confirmed meanwhile in another tab shows as well.
    await loadUser();
  }
  startCountdown(ACTIVATION_MAIL.resendSeconds);
});

/** The member whose page led to the signup. */
export const $signupMember = createResource({
  load: (id: string) => api.view({ id }),
  failure: blockedOrFailed,
});

/** Loads that member once: each load counts as a visit. */
export function openSignupMember(id: string): void {
  if ($signupMember.ready()?.member.id !== id) void $signupMember.open(id);
}

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
