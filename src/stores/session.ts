// Who is logged in: the user, kept fresh, and how a session starts and ends.
import { atom } from 'nanostores';
import { auth, type User } from '#contract/auth';
import { client, onFailure } from '#lib/api';
import { announce } from '#lib/live';
import { isVisitor } from '#lib/page';
import { goTo, goToLogin, linkTo } from '#lib/paths';
import { forgetKept } from '#lib/storage';
import { noteLanguage } from './language.ts';
import { onLive, onLiveOpen, startLive } from './live.ts';
import { startPolling } from './poll.ts';
import { createSubmit } from './submit.ts';
import { mayStay } from './visitor.ts';

const api = client(auth);

/** The logged-in member; null for a visitor, undefined until the first answer. */
export const $user = atom<User | null | undefined>(undefined);

/** Counts the questions about the user: the answer to an earlier one comes too late. */
let latest = 0;

/** Fetches the user; a failure keeps what was known, and the next turn of the poll tries again. */
export const loadUser = (): Promise<void> => take(api.user).catch(() => undefined);

async function take(ask: () => Promise<{ user: User | null }>): Promise<void> {
  const turn = (latest += 1);
  const known = $user.get();
  const { user } = await ask();
  if (turn !== latest) return;
  // What was told of meanwhile may be newer than this answer.
  if ($user.get() === known) $user.set(user);
  else await loadUser();
}

/** Takes the balance an answer says, unless there was news since `known`: then only the server knows which of them is newer. */
export function takeBalance(credits: number, known: User | null | undefined): void {
  const user = $user.get();
  if (!user || user.credits === credits) return;
  if (user === known) $user.set({ ...user, credits });
  else void loadUser();
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

/** Saves the language to the account; the cookie is set by the page. */
const $languageChoice = createSubmit((language: string) => take(() => api.setLanguage({ language })));

/** What news about the user means for this tab, which shows nothing of one member to another. */
function noteUser(user: User | null | undefined, before: User | null | undefined): void {
  if (!user) return;
  if (before && before.id !== user.id) {
    logOut();
    return;
  }
  const untold = noteLanguage(user.language, before?.language);
  if (untold) void $languageChoice.submit(untold);
}

/** The news of a logout may be old: whoever is logged in again stays. When the server does not say, they are taken for logged out. */
async function hearLogout(): Promise<void> {
  const known = $user.get();
  const user = await api.user().then(
    (answer) => answer.user,
    () => null,
  );
  if (!user || (known && known.id !== user.id)) logOut();
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
  let isPolled = false;
  const stopPolling = startPolling(() => {
    isPolled = true;
    return refresh();
  });
  const stopListening = [
    $user.listen(noteUser),
    onLive('logout', ({ again }) => {
      if (!again) void hearLogout();
    }),
    onLive('user', () => void refresh()),
    // The poll's first turn follows the start closely: until then there is nothing to make up for.
    onLiveOpen(() => {
      if (isPolled) void refresh();
    }),
    onLive('message', ({ credits }) => noteCredits(credits)),
    startLive(),
  ];
  void refresh();
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
  latest += 1;
  $user.set(undefined);
}
