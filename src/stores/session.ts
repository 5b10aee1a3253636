// Who is logged in: the user, kept fresh, and how a session starts and ends.
import { atom } from 'nanostores';
import { auth, type User } from '#contract/auth';
import { client, onFailure } from '#lib/api';
import { announce } from '#lib/live';
import { languageNow } from '#lib/i18n';
import { isVisitor } from '#lib/page';
import { goTo, goToLogin, linkTo } from '#lib/paths';
import { cookie, forgetKept } from '#lib/storage';
import { LANGUAGE } from '#domain/limits';
import { onLive, startLive } from './live.ts';
import { startPolling } from './poll.ts';
import { createSubmit } from './submit.ts';
import { mayStay } from './visitor.ts';

const api = client(auth);

/** The logged-in member; null for a visitor, undefined until the first answer. */
export const $user = atom<User | null | undefined>(undefined);

/** Fetches the user; a failure keeps what was known, and the next turn of the poll tries again. */
export async function loadUser(): Promise<void> {
  try {
    $user.set((await api.user()).user);
  } catch {
    return;
  }
}

/** Ends the session and goes to the login page, which is in the public world. */
export const $logout = createSubmit(async () => {
  await api.logout();
  announce({ type: 'logout' });
  logOut();
});

/** Ends the session on the server, then leaves the members area. */
export const logout = (): Promise<void> => $logout.submit(undefined);

/** Whether there is no session here, or it is ending: what is asked in its name now would only be refused. */
export const isSessionOver = (): boolean => isLeaving || $logout.get().state === 'sending' || isVisitor();

/** Whoever logs out, here or elsewhere, leaves nothing on this device; a session that merely ran out keeps the drafts. */
function logOut(): void {
  forgetKept();
  leave();
}

let isLeaving = false;

/** Once is enough, however many ways the end of the session is heard of. */
function leave(): void {
  if (isLeaving) return;
  isLeaving = true;
  const login = linkTo('login');
  endSession();
  $user.set(null);
  goTo(login);
}

/** Saves the language to the account of a logged-in member; the cookie is set by the page. */
export const $languageChoice = createSubmit(async (language: string) => {
  if ($user.get()) $user.set((await api.setLanguage({ language })).user);
});

/** A language chosen on this device (its cookie) and shown right now belongs to the account too (spec §4). */
async function saveChosenLanguage(): Promise<void> {
  const language = languageNow();
  const user = $user.get();
  if (user && cookie(LANGUAGE.cookie) === language && user.language !== language)
    await $languageChoice.submit(language);
}

let stop: (() => void) | null = null;

/** What a message sent here or on another device left in the purse. */
function noteCredits(credits: number | undefined): void {
  const user = $user.get();
  if (user && credits !== undefined) $user.set({ ...user, credits });
}

/** Fetches the user; one who turns out to be a visitor by now has to log in again. */
async function refresh(): Promise<void> {
  await loadUser();
  if ($user.get() === null) leave();
}

/** A visitor has no session to keep: they look around, or log in first. */
function receiveVisitor(): void {
  $user.set(null);
  if (!mayStay()) goToLogin();
}

/**
 * Starts the session of a members page: fetches the user, polls, listens. A second call changes nothing.
 * A 403 that says the session is dead logs out, unless the user endpoint said it (spec §4).
 */
export function startSession(): void {
  if (stop) return;
  if (isVisitor()) {
    receiveVisitor();
    return;
  }
  isLeaving = false;
  void refresh().then(saveChosenLanguage);
  const stopPolling = startPolling(refresh);
  const stopListening = [
    onLive('logout', logOut),
    onLive('user', () => void refresh()),
    onLive('message', ({ credits }) => noteCredits(credits)),
    startLive(),
  ];
  const stopHearing = onFailure((error, path) => {
    if (error.status === 403 && error.body.authentication_required && path !== auth.user.path) leave();
  });
  stop = () => {
    stopPolling();
    for (const stopOne of stopListening) stopOne();
    stopHearing();
  };
}

/** Stops what {@link startSession} started. */
export function endSession(): void {
  stop?.();
  stop = null;
  $user.set(undefined);
}
