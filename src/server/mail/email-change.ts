// The mails of a changed address: the link to the new one, and the notices with a way back to the old one.
import * as z from 'zod/mini';
import { HOUR_MS } from '#domain/durations';
import { EMAIL_CHANGE } from '#domain/limits';
import { createMailToken, deleteMailTokens } from '../auth/mail-token.ts';
import { setNewEmail } from '../auth/new-email.ts';
import type { Db } from '../db/index.ts';
import { pageUrl } from '../http/site-origins.ts';
import { jobKind } from '../queue.ts';
import { siteOfTenant, type Services } from '../services.ts';
import { MAIL_RETRIES, recipientOf } from './account-mail.ts';
import { composeMail } from './compose.ts';

const changeJob = z.strictObject({ tenant: z.int(), account: z.uuid(), email: z.string() });
type ChangeJob = z.infer<typeof changeJob>;

export const emailLinkMail = jobKind({
  name: 'email_link_mail',
  data: changeJob,
  retries: MAIL_RETRIES,
  ifGivenUp: 'kept for hours',
  run: (services, job) => mailLink(services, job, 'email_link', EMAIL_CHANGE.validHours),
});

/** Tells the address before, `email`, that a change was asked for. */
export const emailAskedMail = jobKind({
  name: 'email_asked_mail',
  data: changeJob,
  retries: MAIL_RETRIES,
  run: (services, job) => mailLink(services, job, 'email_asked', EMAIL_CHANGE.undoHours),
});

/** `email` is the address before. */
export const emailChangedMail = jobKind({
  name: 'email_changed_mail',
  data: changeJob,
  retries: MAIL_RETRIES,
  run: (services, job) => mailLink(services, job, 'email_changed', EMAIL_CHANGE.undoHours),
});

/** Tells the address that an undone change has taken from the account, `email`: its owner may be the one who lost it. */
export const emailUndoneMail = jobKind({
  name: 'email_undone_mail',
  data: changeJob,
  retries: MAIL_RETRIES,
  run: async (services, { email, ...job }) => {
    const site = siteOfTenant(services, job.tenant);
    const row = await recipientOf(services, job);
    if (row) await services.mailer.send(composeMail(site, row.language, email, 'email_undone', {}));
  },
});

type LinkMail = 'email_link' | 'email_asked' | 'email_changed';

/** Mails a link that sets the account's address to the one that gets the mail. */
async function mailLink(services: Services, job: ChangeJob, kind: LinkMail, hours: number): Promise<void> {
  const site = siteOfTenant(services, job.tenant);
  const made = await services.database.inTenant(job.tenant, (db) => createLink(db, job, kind, services.now(), hours));
  if (!made) return;
  const link = `${pageUrl(services, site, 'mail-change-do', made.language)}?token=${made.token}`;
  await services.mailer.send(composeMail(site, made.language, job.email, kind, { link, hours }));
}

/**
 * A new link to confirm replaces the one before; ways back stay, and also go out of an account that is suspended, or in a deletion that a
 * thief may have begun.
 * Null for a change that was cancelled or asked for anew, and for an
 * address that an undone change has taken from the account.
 */
async function createLink(
  db: Db,
  { tenant, account, email }: ChangeJob,
  kind: LinkMail,
  now: Date,
  hours: number,
): Promise<{ token: string; language: string } | null> {
  const row = await db
    .selectFrom('account')
    .select(['email', 'language', 'new_email'])
    .where('tenant', '=', tenant)
    .where('id', '=', account)
    .where('status', 'in', kind === 'email_link' ? ['active'] : ['active', 'pending_deletion', 'suspended'])
    .forUpdate()
    .executeTakeFirst();
  if (!row) return null;
  if (kind === 'email_link' && row.new_email !== email) return null;
  if (kind === 'email_asked' && row.email !== email) return null;
  const purpose = kind === 'email_link' ? 'email' : 'email_undo';
  const expires_at = new Date(now.getTime() + hours * HOUR_MS);
  if (purpose === 'email') {
    await deleteMailTokens(db, tenant, account, 'email');
    // The mail may be sent later than it was asked for.
    await setNewEmail(db, tenant, account, { email, until: expires_at });
  }
  const token = await createMailToken(db, tenant, { account, purpose, created_at: now, expires_at, email });
  return { language: row.language, token };
}
