// Corrects the address of an unconfirmed account.
import { DISCLOSURE } from '#domain/limits';
import { asciiEmail, validateEmail } from '#domain/validation';
import { takenRefusal } from '../../auth/deletion-end.ts';
import { emailKey } from '../../auth/email-key.ts';
import type { Ctx } from '../../context.ts';
import { askForActivation } from '../../mail/activation.ts';
import type { Services } from '../../services.ts';
import { accountWith } from './address-state.ts';
import { mayDisclose, recordDisclosure, tellsOfAccounts } from './disclosure.ts';
import { lockAddress } from './lock-address.ts';

type ChangeCtx = Ctx<'already_active' | 'email_known' | 'email_deleting' | 'check_mail' | 'join_again'>;

/**
 * Moves the caller's unconfirmed account to another address and mails a link there. Links to the address before confirm only that one. An
 * unconfirmed account with that address stays, and its owner gets a mail, as by joining (decisions E1). Throws `invalid`,
 * `already_active`, `email_known`, `email_deleting`, `check_mail`, or `too_many_requests` at the disclosure limit. A neutral brand, where only
 * accounts from before that setting have a session before they confirm, answers `join_again`: the move itself would tell that an address is free.
 */
export async function changeAddress(services: Services, ctx: ChangeCtx, typed: string): Promise<void> {
  const email = asciiEmail(typed);
  const { db, tenant } = ctx;
  const { id, status } = ctx.member();
  const fault = validateEmail(email);
  if (fault) throw ctx.refuse('invalid', { fields: { email: fault } });
  if (!tellsOfAccounts(ctx)) throw ctx.refuse(status === 'not_confirmed' ? 'join_again' : 'already_active');
  if (!(await mayDisclose(db, ctx, email))) throw atLimit(ctx);
  await lockAddress(db, tenant, email);
  await refuseTaken(services, ctx, id, email);
  const changed = await db
    .updateTable('account')
    .set({ email, email_key: emailKey(email), activation_asked_at: ctx.now(), mail_after: null })
    .where('tenant', '=', tenant)
    .where('id', '=', id)
    .where('status', '=', 'not_confirmed')
    .returning('id')
    .executeTakeFirst();
  if (!changed) throw ctx.refuse('already_active');
  await askForActivation(services, db, { tenant, account: id }, ctx.now());
  ctx.emit({ type: 'user' }, { account: id });
}

/** Refuses an address that another account has. */
async function refuseTaken(services: Services, ctx: ChangeCtx, id: string, email: string): Promise<void> {
  const { db, tenant, now } = ctx;
  const other = await accountWith(db, tenant, email);
  if (!other || other.id === id) return;
  if (!(await recordDisclosure(db, ctx, email))) throw atLimit(ctx);
  if (other.status === 'not_confirmed') {
    await askForActivation(services, db, { tenant, account: other.id }, now());
    throw ctx.refuse('check_mail', { commitAnyway: true });
  }
  throw takenRefusal(ctx, other);
}

const atLimit = (ctx: ChangeCtx) => ctx.refuse('too_many_requests', { retryAfter: DISCLOSURE.perSeconds });
