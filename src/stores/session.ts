// Who is logged in: the user, kept fresh, and how a session starts and ends.
import { atom } from 'nanostores';
import { auth, type User } from '#contract/auth';
import { client, errorCode, onFailure } from '#lib/api';
import { announce } from '#lib/live';
import { isVisitor } from '#lib/page';
import { navigateTo, redirectToLogin, linkTo } from '#lib/paths';
import { onRestored, reloadPage, showPage } from '#lib/restored';
import { removeStored } from '#lib/storage';
import { markLanguageSaved, followLanguage } from './language.ts';
import { onLive, onLiveOpen, startLive } from './live.ts';
import { coalesce } from './coalesce.ts';
import { startPolling } from './poll.ts';
import { clearPrivateData } from './private-data.ts';
import { createSubmit } from './submit.ts';
import { toastError } from './toasts.ts';
import { isAllowedHere } from './visitor.ts';

const api = client(auth);

/** The logged-in member; null for a visitor, undefined until the first answer. */
export const $user = atom<User | null | undefined>(undefined);

/**
 * Fetches the user, one question after the other, so that no answer is lost; whoever awaits it has what the server knew at the time
 * of the call or later. A failure keeps what was known, and the next turn of the poll tries again.
 */
export const loadUser = coalesce(async () => {
  const known = $user.get();
  const session = stop;
  const answer = await api.user().catch(() => null);
  if (!answer || isLeaving || session !== stop) return;
  // What was told of meanwhile may be newer than this answer.
  if ($user.get() === known) take(answer.user);
  else void loadUser();
});

/** Takes over an answer of the server. Only these know the language: a balance told of in between leaves it as old as it was. */
function take(user: User | null): void {
  if (user && leaveIfUserChanged(user)) return;
  const before = $user.get();
  $user.set(user);
  const untold = user && followLanguage(user.language, before?.language);
  if (untold) void $languageChoice.submit(untold);
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
  removeStored();
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
  clearPrivateData();
  navigateTo(login);
}

/** What the names begin with under which a member's texts are kept on this device. */
export const storedFor = (kind: 'draft' | 'unsent', member: string): string => `${kind}:${member}:`;

/** A tab shows nothing of one member to another: it leaves, and forgets its own member's texts, no others. Says whether it did. */
function leaveIfUserChanged(user: User): boolean {
  const known = $user.get();
  if (!stop || !known || known.id === user.id) return false;
  for (const kind of ['draft', 'unsent'] as const) removeStored(storedFor(kind, known.id));
  leave();
  return true;
}

/** The language that could not be saved: every answer about the user tries again, and the failure is said once. */
let unsaved: string | null = null;

/** Saves the language to the account; the cookie is set by the page. */
const $languageChoice = createSubmit(async (language: string) => {
  await api.setLanguage({ language }).catch((error: unknown) => {
    noteUnsaved(language, errorCode(error));
    throw error;
  });
  unsaved = null;
  void loadUser();
});

/**
 * Tells the account at once what is chosen in this tab's menu: other tabs need not wait for the page that this one goes to. Should it
 * fail, that page tells it again.
 */
export function saveLanguage(language: string): void {
  const user = $user.get();
  if (!user || user.language === language) return;
  // The tab is on its way: the account's news need not lead it there.
  $user.set({ ...user, language });
  void api.setLanguage({ language }, { keepalive: true }).catch(() => undefined);
}

/** Says so, unless the session is over. A call cut off by leaving the page is repeated for longer than the page is there. */
function noteUnsaved(language: string, code: string): void {
  const user = $user.get();
  if (!user || isSessionOver() || code === 'authentication_required') return;
  // A cookie of former times: no page is in that language.
  if (code === 'unknown_language') markLanguageSaved(user.language);
  else if (language !== unsaved) toastError('language_failed');
  unsaved = language;
}

/** The news of a logout may be old: whoever is logged in again stays. When the server does not say, they are taken for logged out. */
async function hearLogout(): Promise<void> {
  const user = await api.user().then(
    (answer) => answer.user,
    () => null,
  );
  if (user) leaveIfUserChanged(user);
  else logOut();
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

/** The browser shows the page again as it was left, hidden: it stays so unless the same member is still logged in. */
async function checkRestored(): Promise<void> {
  const session = stop;
  const answer = await api.user().catch(() => null);
  if (session !== stop) return;
  if (!answer || !$user.get()) reloadPage();
  else if (!answer.user) leave();
  else if (!leaveIfUserChanged(answer.user)) {
    take(answer.user);
    showPage();
  }
}

/** A visitor has no session to keep: they look around, or log in first. */
function receiveVisitor(): void {
  $user.set(null);
  if (!isAllowedHere()) redirectToLogin();
}

/**
 * Starts the session of a members page: fetches the user, polls, listens. A second call changes nothing.
 * A 403 that says the session is dead logs out, unless the user endpoint said it (requirements AU10, AU11).
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
    onLive('logout', ({ again }) => {
      if (!again) void hearLogout();
    }),
    onLive('user', () => void refresh()),
    // The poll's first turn follows the start closely: until then there is nothing to make up for.
    onLiveOpen(() => {
      if (isPolled) void refresh();
    }),
    onLive('message', ({ credits }) => noteCredits(credits)),
    onRestored(() => void checkRestored()),
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
  void refresh();
}

/** Stops what {@link startSession} started. */
export function endSession(): void {
  stop?.();
  stop = null;
  $user.set(undefined);
}
