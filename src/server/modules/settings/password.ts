// Changes the password: the old one is asked for, and all other sessions end.
import type { FieldCode } from '#contract/errors';
import type { settings } from '#contract/settings';
import { isSamePassword } from '#domain/password';
import { validateNewPassword, personalWords } from '../../auth/new-password.ts';
import { setPassword } from '../../auth/set-password.ts';
import { renewSession } from '../../auth/renew-session.ts';
import type { SerializedAnswer, StagedCtx } from '../../context.ts';
import type { Services } from '../../services.ts';
import { ownAccount, passwordFault, refuseFields, returnOwnAttempt } from '../../auth/own-password.ts';

type ChangeCtx = StagedCtx<(typeof settings)['changePassword']>;

/** Passwords are checked and hashed between two transactions. */
export async function changePassword(services: Services, ctx: ChangeCtx): Promise<SerializedAnswer> {
  const { account, typed } = await ctx.prepare(async (own, typed) => ({ account: await ownAccount(own), typed }));
  const fields: Record<string, FieldCode> = {};
  const oldFault = await passwordFault(services, account, typed.old, 'password_old_wrong');
  if (oldFault) fields['old'] = oldFault;
  const newFault = validateNewPassword(typed.password, personalWords(ctx.site, account));
  if (newFault) fields['password'] = newFault;
  else if (!isSamePassword(typed.password, typed.password_again)) fields['password_again'] = 'passwords_differ';
  if (oldFault) return refuseFields(ctx, fields);
  const hash = Object.keys(fields).length > 0 ? null : await services.passwords.hash(typed.password);
  return ctx.transaction(async (own) => {
    await returnOwnAttempt(own, account);
    if (hash === null) throw own.refuse('invalid', { fields, commitAnyway: true });
    const events = await setPassword(services, own.db, own.tenant, account, hash, own.session?.hash ?? null);
    for (const [event, to] of events) own.emit(event, to);
    await renewSession(own, account.id);
    return null;
  });
}
