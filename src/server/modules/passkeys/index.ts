// Handlers of contract/passkeys: logging in by a passkey, and the member's own passkeys.
import type { passkeys } from '#contract/passkeys';
import type { Handlers } from '../../context.ts';
import type { Services } from '../../services.ts';
import { loginByPasskey, loginOptions } from './login.ts';
import { addPasskey, beginPasskey, listPasskeys, removePasskey, renamePasskey } from './own-passkeys.ts';

export function passkeyHandlers(services: Services): Handlers<typeof passkeys> {
  return {
    challenge: async (ctx) => ({ options: await loginOptions(ctx) }),
    login: { transactions: 'own', handle: (ctx, { credential }) => loginByPasskey(services, ctx, credential) },
    list: listPasskeys,
    begin: { transactions: 'staged', handle: (ctx) => beginPasskey(services, ctx) },
    add: (ctx, { name, credential }) => addPasskey(services, ctx, name, credential),
    rename: renamePasskey,
    remove: { transactions: 'staged', handle: (ctx) => removePasskey(services, ctx) },
  };
}
