// Accepting terms, and giving and withdrawing the consent to use sensitive data.
import { consent } from '#contract/consent';
import { client } from '#lib/api';
import { $accountSettings } from './account-settings.ts';
import { loadUser } from './session.ts';
import { createSubmit } from './submit.ts';

const api = client(consent);

/** The user tells all pages whether terms are due and whether the profile is hidden, the settings when it was agreed to. */
async function refresh(): Promise<void> {
  await Promise.all([loadUser(), $accountSettings.ready() ? $accountSettings.reload() : null]);
}

export const $termsAcceptance = createSubmit(async () => {
  await api.give({ kind: 'terms' });
  await refresh();
});

/** Consents to the use of sensitive data, or withdraws that consent. */
export const createConsentChange = () =>
  createSubmit(async (isGiven: boolean) => {
    await (isGiven ? api.give({ kind: 'sensitive' }) : api.withdraw());
    await refresh();
  });
