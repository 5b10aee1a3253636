// The session: the logged-in user, kept current, and how a session starts and ends.
import { atom } from 'nanostores';
import { auth, type User } from '#contract/auth';
import { client, errorCode, onFailure } from '#lib/api';
import { sendBeacon } from '#lib/beacon';
import { announce } from '#lib/live';
import { isVisitor } from '#lib/page';
import { navigateTo, redirectToLogin, linkTo } from '#lib/paths';
import { onRestored, reloadPage, showPage } from '#lib/restored';
import { removeStored } from '#lib/storage';
import { onPageHidden } from '#lib/visibility';
import { markLanguageSaved, followLanguage } from './language.ts';
import { onLive, onLiveOpen, reloadMissed, startLive } from './live.ts';
import { coalesce } from './coalesce.ts';
import { pollInterval, startPolling } from './poll.ts';
import { clearPrivateData } from './private-data.ts';
import { $push, followPush, isSubscribed } from './push.ts';
import { createSubmit } from './submit.ts';
import { toastError } from './toasts.ts';
import { canSearch } from './visitor.ts';

const api = client(auth);

/** The logged-in member; null for a visitor, undefined until the first response. */
export const $user = atom<User | null | undefined>(undefined);

/**
 * Fetches the user, one request at a time. When the promise resolves, the user is at least as recent as the call. A failure keeps the
 * current user; the next poll retries.
 */
export const loadUser = coalesce(async () => {
  const known = $user.get();
  const session = stop;
  const answer = await api.user().catch(() => null);
  if (!answer || isLeaving || session !== stop) return;
  // A live event changed the user meanwhile and may be newer than this response.
  if ($user.get() === known) applyUser(answer.user);
  else void loadUser();
});

/** Applies a server response. Only responses carry the language; live events update the balance alone. */
function applyUser(user: User | null): void {
  if (user && leaveIfUserChanged(user)) return;
  const before = $user.get();
  $user.set(user);
  const unsavedLanguage = user && followLanguage(user.language, before?.language);
  if (unsavedLanguage) void $languageChoice.submit(unsavedLanguage);
}

/** Applies a balance from a response, unless the user has changed since `known`: then only a reload can tell which is newer. */
export function applyBalance(credits: number, known: User | null | undefined): void {
  const user = $user.get();
  if (!user || user.credits === credits) return;
  if (user === known) $user.set({ ...user, credits });
  else void loadUser();
}

export const $logout = createSubmit(async () => {
  await api.logout();
  announce({ type: 'logout' });
  eraseAndLeave();
});

export const logout = (): Promise<void> => $logout.submit(undefined);

/** Whether there is no session or it is ending: the server would refuse its requests. */
export const isSessionOver = (): boolean => isLeaving || $logout.get().state === 'sending' || isVisitor();

/** After a logout, here or elsewhere, the device is cleared. An expired session keeps the drafts. */
function eraseAndLeave(): void {
  removeStored();
  leave();
}

/** The account has been deleted: as after a logout, but the next page is `route`. */
export function leaveDeleted(route: 'index' | 'account-deleted'): void {
  announce({ type: 'logout' });
  removeStored();
  leave('left', linkTo(route));
}

let isLeaving = false;

/**
 * Runs once, although several signals can report the end of the session. An `expired` session leads back to this page after the
 * login, and the login page says why it is shown.
 */
function leave(reason: 'left' | 'expired' = 'left', to = linkTo('login')): void {
  if (isLeaving) return;
  isLeaving = true;
  endSession();
  $user.set(null);
  clearPrivateData();
  if (reason === 'expired') redirectToLogin(true);
  else navigateTo(to);
}

/** Prefix of the storage keys of a member's texts and answers. */
export const storagePrefix = (kind: 'draft' | 'unsent' | 'last-chat' | 'scam', member: string): string =>
  `${kind}:${member}:`;

/** Leaves when another member is logged in now, and erases the previous member's texts. Returns whether it left. */
function leaveIfUserChanged(user: User): boolean {
  const known = $user.get();
  if (!stop || !known || known.id === user.id) return false;
  for (const kind of ['draft', 'unsent', 'last-chat', 'scam'] as const) removeStored(storagePrefix(kind, known.id));
  leave();
  return true;
}

/** The language that could not be saved. Every user response retries; the error is shown once. */
let failedLanguage: string | null = null;

/** Saves the language to the account; the page sets the cookie. */
const $languageChoice = createSubmit(async (language: string) => {
  await api.setLanguage({ language }).catch((error: unknown) => {
    handleLanguageFailure(language, errorCode(error));
    throw error;
  });
  failedLanguage = null;
  void loadUser();
});

/**
 * Saves a choice made in this tab's menu at once, so that other tabs follow without waiting for the next page. If it fails, the next
 * page retries.
 */
export function saveLanguage(language: string): void {
  const user = $user.get();
  if (!user || user.language === language) return;
  // This tab already navigates to the language, so the account's change must not switch it again.
  $user.set({ ...user, language });
  void api.setLanguage({ language }, { keepalive: true }).catch(() => undefined);
}

/** Shows the error unless the session is over. A call aborted by leaving the page retries longer than the page exists. */
function handleLanguageFailure(language: string, code: string): void {
  const user = $user.get();
  if (!user || isSessionOver() || code === 'authentication_required') return;
  // An outdated cookie: the site no longer has that language.
  if (code === 'unknown_language') markLanguageSaved(user.language);
  else if (language !== failedLanguage) toastError('language_failed');
  failedLanguage = language;
}

/** The event may be old: the member may have logged in again. Without a response the member counts as logged out. */
async function handleLogoutEvent(): Promise<void> {
  const user = await api.user().then(
    (answer) => answer.user,
    () => null,
  );
  if (user) leaveIfUserChanged(user);
  else eraseAndLeave();
}

let stop: (() => void) | null = null;

/** Applies the balance after a message that was sent here or on another device. */
function applyCredits(credits: number | undefined): void {
  const user = $user.get();
  if (user && credits !== undefined) $user.set({ ...user, credits });
}

/** Fetches the user; leaves when the session has ended. */
async function refresh(): Promise<void> {
  await loadUser();
  if ($user.get() === null) leave('expired');
}

/** A page restored from the back/forward cache stays hidden unless the same member is still logged in. */
async function checkRestored(): Promise<void> {
  const session = stop;
  const answer = await api.user().catch(() => null);
  if (session !== stop) return;
  if (!answer || !$user.get()) reloadPage();
  else if (!answer.user) leave('expired');
  else if (!leaveIfUserChanged(answer.user)) {
    applyUser(answer.user);
    showPage();
  }
}

/** A visitor has no session: they may search if the site allows it, else they must log in. */
function startVisitor(): void {
  $user.set(null);
  if (!canSearch()) redirectToLogin();
}

/**
 * Starts the session of a members page: fetches the user, polls and listens. A second call is a no-op.
 * A 403 that reports an ended session logs out, except from the user endpoint (requirements AU10, AU11).
 */
export function startSession(): void {
  if (stop) return;
  if (isVisitor()) {
    startVisitor();
    return;
  }
  isLeaving = false;
  let isPolled = false;
  const stopPolling = startPolling(
    () => {
      isPolled = true;
      return refresh();
    },
    () => pollInterval(isSubscribed($push.get())),
  );
  const subscriptions = [
    onLive('logout', ({ again }) => {
      if (!again) void handleLogoutEvent();
    }),
    onLive('user', () => void refresh()),
    // The first poll follows shortly after the start; before it nothing can have been missed.
    onLiveOpen(() => {
      if (isPolled) void refresh();
    }),
    onLive('message', ({ credits }) => applyCredits(credits)),
    onRestored(() => void checkRestored()),
    onPageHidden(() => sendBeacon(auth.pageHidden)),
    // Requirements AU7 and CH6: as after a reconnect.
    followPush($user, reloadMissed),
    startLive(),
  ];
  const stopFailureListener = onFailure((error, path) => {
    if (error.status === 403 && error.body.authentication_required && path !== auth.user.path) leave('expired');
  });
  stop = () => {
    stopPolling();
    for (const unsubscribe of subscriptions) unsubscribe();
    stopFailureListener();
  };
  void refresh();
}

/** Stops what {@link startSession} started. */
export function endSession(): void {
  stop?.();
  stop = null;
  $user.set(undefined);
}
