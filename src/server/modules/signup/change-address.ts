// Corrects the address of an unconfirmed account.
import { DISCLOSURE } from '#domain/limits';
import { asciiEmail, validateEmail } from '#domain/validation';
import { deleteMailTokens } from '../../auth/mail-token.ts';
import { emailKey } from '../../auth/email-key.ts';
import { deleteUnconfirmed } from '../../auth/unconfirmed-account.ts';
import type { Ctx } from '../../context.ts';
import { activationMail } from '../../mail/activation.ts';
import { countUnverifiedMail } from '../../mail/unverified-quota.ts';
import type { Services } from '../../services.ts';
import { mayDisclose, recordDisclosure } from './disclosure.ts';
import { lockAddress } from './lock-address.ts';

type ChangeCtx = Ctx<'already_active' | 'mail_limit' | 'email_known' | 'email_deleting'>;

/**
 * Moves the caller's unconfirmed account to another address and mails a link there. Links to the address before stop working. An
 * unconfirmed account with that address is replaced, as by joining (decisions E1). Throws `invalid`, `already_active`,
 * `email_known`, `email_deleting`, `mail_limit`, or `too_many_requests` at the disclosure limit.
 */
export async function changeAddress(services: Services, ctx: ChangeCtx, typed: string): Promise<void> {
  const email = asciiEmail(typed);
  const { db, tenant } = ctx;
  const { id } = ctx.member();
  const fault = validateEmail(email);
  if (fault) throw ctx.refuse('invalid', { fields: { email: fault } });
  if (!(await mayDisclose(db, tenant, ctx.ip, email, ctx.now()))) throw atLimit(ctx);
  await lockAddress(db, tenant, email);
  await freeAddress(ctx, id, email);
  const changed = await db
    .updateTable('account')
    .set({ email, email_key: emailKey(email), activation_asked_at: ctx.now() })
    .where('tenant', '=', tenant)
    .where('id', '=', id)
    .where('status', '=', 'not_confirmed')
    .returning('id')
    .executeTakeFirst();
  if (!changed) throw ctx.refuse('already_active');
  await deleteMailTokens(db, tenant, id, 'activation');
  await countUnverifiedMail(ctx, email);
  await services.queue.add(db, activationMail, { tenant, account: id });
  ctx.emit({ type: 'user' }, { account: id });
}

/** Deletes another unconfirmed account with the address; refuses an address that any other account has. */
async function freeAddress(ctx: ChangeCtx, id: string, email: string): Promise<void> {
  const { db, tenant, ip, now } = ctx;
  const other = await db
    .selectFrom('account')
    .select(['id', 'status'])
    .where('tenant', '=', tenant)
    .where('email_key', '=', emailKey(email))
    .where('id', '!=', id)
    .executeTakeFirst();
  if (!other) return;
  if (other.status === 'not_confirmed' && (await deleteUnconfirmed(db, tenant, { id: other.id, email }))) return;
  if (!(await recordDisclosure(db, tenant, ip, email, now()))) throw atLimit(ctx);
  const code = other.status === 'pending_deletion' ? 'email_deleting' : 'email_known';
  throw ctx.refuse(code, { commitAnyway: true });
}

const atLimit = (ctx: ChangeCtx) => ctx.refuse('too_many_requests', { retryAfter: DISCLOSURE.perSeconds });
