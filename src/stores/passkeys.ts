// The member's passkeys: the list, and adding, renaming and removing one.
import { passkeys, type PasskeyName, type PasskeyRemoval } from '#contract/passkeys';
import { ApiError, client } from '#lib/api';
import { canMakePasskeys, makePasskey } from '#lib/passkeys';
import { createResource } from './resource.ts';
import { createSubmit, type Submit } from './submit.ts';

const { list, begin, add, rename, remove } = passkeys;
const api = client({ list, begin, add, rename, remove });

export const CAN_MAKE_PASSKEYS = canMakePasskeys();
export const $passkeys = createResource({ load: () => api.list() });

interface Addition {
  readonly name: string;
  readonly password: string;
}

/** The password first, then the device asks for itself. */
export const createPasskeyAddition = (): Submit<Addition> =>
  createSubmit(async ({ name, password }) => {
    const { options } = await api.begin({ password });
    const credential = await makePasskey(options);
    if (!credential) throw new ApiError('passkey_cancelled', 0);
    await api.add({ name, credential });
    await $passkeys.reload();
  });

export const createPasskeyRename = (): Submit<PasskeyName> =>
  createSubmit(async (change) => {
    await api.rename(change);
    await $passkeys.reload();
  });

export const createPasskeyRemoval = (): Submit<PasskeyRemoval> =>
  createSubmit(async (removal) => {
    await api.remove(removal);
    await $passkeys.reload();
  });
