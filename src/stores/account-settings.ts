// The settings of the member's account: privacy switches, password, e-mail address, and sessions.
import { atom } from 'nanostores';
import { settings, type EmailChange, type PasswordChange, type Privacy } from '#contract/settings';
import { client, errorCode } from '#lib/api';
import { onSessionEnd } from './private-data.ts';
import { createResource } from './resource.ts';
import { createSubmit, type Submit } from './submit.ts';

const api = client(settings);

export const $accountSettings = createResource({ load: () => api.read() });
/** The member's logins, this one first. */
export const $sessions = createResource({ load: () => api.sessions() });

/** The error code of the last change of a privacy switch; null while all is well. */
export const $privacyError = atom<string | null>(null);
onSessionEnd(() => $privacyError.set(null));

/** Shown at once, and rolled back when the server refuses. */
export async function setPrivacy(change: Privacy): Promise<void> {
  const before = $accountSettings.ready()?.settings;
  const apply = (changed: Privacy): void =>
    void $accountSettings.updater()((shown) => ({ settings: { ...shown.settings, ...defined(changed) } }));
  $privacyError.set(null);
  apply(change);
  try {
    await api.setPrivacy(change);
  } catch (error) {
    $privacyError.set(errorCode(error));
    if (before) apply(pick(before, change));
  }
}

type Switches = Required<{ [Name in keyof Privacy]: boolean }>;
const SWITCHES = ['visible', 'show_to_visitors', 'quick_exit'] as const satisfies readonly (keyof Switches)[];
const valuesOf = (names: readonly (keyof Switches)[], of: Privacy): Partial<Switches> =>
  Object.fromEntries(names.map((name) => [name, of[name]]));
const defined = (change: Privacy): Partial<Switches> =>
  valuesOf(
    SWITCHES.filter((name) => change[name] !== undefined),
    change,
  );
const pick = (from: Switches, change: Privacy): Partial<Switches> =>
  valuesOf(
    SWITCHES.filter((name) => change[name] !== undefined),
    from,
  );

export const createPasswordChange = (): Submit<PasswordChange> =>
  createSubmit(async (change) => {
    await api.changePassword(change);
    // The other sessions have ended.
    if ($sessions.ready()) await $sessions.reload();
  });

export const createEmailChange = (): Submit<EmailChange> =>
  createSubmit(async (change) => {
    await api.changeEmail(change);
    const pending_email = change.email.trim();
    $accountSettings.updater()((shown) => ({ settings: { ...shown.settings, pending_email } }));
  });

/** Ends a change of address that is not confirmed yet. It may have been confirmed meanwhile, so the settings are read again. */
export const createEmailCancel = (): Submit<void> =>
  createSubmit(async () => {
    try {
      await api.cancelEmailChange();
      $accountSettings.updater()((shown) => ({ settings: { ...shown.settings, pending_email: null } }));
    } finally {
      await $accountSettings.reload();
    }
  });

/** Ends the session with that id, or all others. */
export const createSessionEnd = (): Submit<string | null> =>
  createSubmit(async (id) => {
    await api.endSessions(id === null ? {} : { id });
    $sessions.updater()(({ sessions }) => ({
      sessions: sessions.filter((session) => session.current || (id !== null && session.id !== id)),
    }));
  });
