// The browser's passkeys.
import type { NewCredential } from '#contract/passkeys';

/** Whether this browser can make one from what the server sends. */
export const canMakePasskeys = (): boolean =>
  typeof PublicKeyCredential !== 'undefined' && 'parseCreationOptionsFromJSON' in PublicKeyCredential;

/** Asks the member to make a passkey; null when they do not, or the device has one already. */
export async function makePasskey(options: Readonly<Record<string, unknown>>): Promise<NewCredential | null> {
  const json = options as unknown as PublicKeyCredentialCreationOptionsJSON;
  const publicKey = PublicKeyCredential.parseCreationOptionsFromJSON(json);
  const made = await navigator.credentials.create({ publicKey }).catch(() => null);
  return made ? ((made as PublicKeyCredential).toJSON() as NewCredential) : null;
}
