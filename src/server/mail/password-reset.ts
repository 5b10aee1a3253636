// The mail with a link that sets a new password, and the one that says a password was changed.
import { sql } from 'kysely';
import * as z from 'zod/mini';
import { HOUR_MS } from '#domain/durations';
import { PASSWORD_RESET } from '#domain/limits';
import { momentText } from '#site/formats';
import { createMailToken } from '../auth/mail-token.ts';
import type { Db } from '../db/index.ts';
import type { AccountStatus } from '../db/tables/account.ts';
import { pageUrl } from '../http/site-origins.ts';
import { jobKind } from '../queue.ts';
import { siteOfTenant, type Services } from '../services.ts';
import { accountJob, MAIL_RETRIES, recipientOf, type AccountJob } from './account-mail.ts';
import { clockOf } from './clock.ts';
import { composeMail } from './compose.ts';
import { deletionMail } from './deletion.ts';

/** A link that comes a day after it was asked for looks as if a stranger had. */
const TOO_LATE = 'not kept';

export const passwordResetMail = jobKind({
  name: 'password_reset_mail',
  data: accountJob,
  retries: MAIL_RETRIES,
  ifGivenUp: TOO_LATE,
  run: sendResetLink,
});
export const passwordChangedMail = jobKind({
  name: 'password_changed_mail',
  data: accountJob,
  retries: MAIL_RETRIES,
  run: sendNotice,
});

/**
 * For a request whose answer tells nothing: the mail is counted here. `at`: when it was asked for. For an account that is being deleted
 * it is the one that says so, with the way back.
 */
export const passwordResetAsked = jobKind({
  name: 'password_reset_asked',
  data: z.strictObject({ tenant: z.int(), account: z.uuid(), at: z.string() }),
  ifGivenUp: TOO_LATE,
  run: ({ database, queue }, { at, ...job }) =>
    database.inTenant(job.tenant, async (db) => {
      const status = await countResetMail(db, job, new Date(at));
      if (status) await queue.add(db, status === 'pending_deletion' ? deletionMail : passwordResetMail, job);
    }),
});

/**
 * Counts a mail, and returns the status of the account; null when it has had its number in the last hours. Concurrent requests wait for
 * the row.
 */
export async function countResetMail(
  db: Db,
  { tenant, account }: AccountJob,
  now: Date,
): Promise<AccountStatus | null> {
  const since = new Date(now.getTime() - PASSWORD_RESET.perHours * HOUR_MS);
  const recent = sql`array(select at from unnest(reset_asked_at) at where at > ${since}::timestamptz)`;
  const { rows } = await sql<{ status: AccountStatus }>`
    update account set reset_asked_at = ${recent} || ${now}::timestamptz
    where tenant = ${tenant}::smallint and id = ${account}::uuid and cardinality(${recent}) < ${PASSWORD_RESET.mails}
    returning status`.execute(db);
  return rows[0]?.status ?? null;
}

async function sendResetLink(services: Services, { tenant, account }: AccountJob): Promise<void> {
  const site = siteOfTenant(services, tenant);
  const link = await services.database.inTenant(tenant, (db) => createLink(db, tenant, account, services.now()));
  if (!link) return;
  const { token, email, language, lastUntil } = link;
  const url = `${pageUrl(services, site, 'reset-password-do', language)}?token=${token}`;
  const { tag, zone } = await clockOf(services, { tenant, account, language });
  const mail = lastUntil
    ? composeMail(site, language, email, 'password_reset_last', {
        link: url,
        until: momentText(tag, lastUntil, zone),
      })
    : composeMail(site, language, email, 'password_reset', { link: url, minutes: PASSWORD_RESET.validMinutes });
  await services.mailer.send(mail);
}

/** Links before it stay valid: the owner may be using one. `lastUntil` is the end of one that is valid for longer, since no mail follows it before. */
async function createLink(db: Db, tenant: number, account: string, now: Date) {
  const row = await db
    .selectFrom('account')
    .select(['email', 'language', 'reset_asked_at'])
    .where('tenant', '=', tenant)
    .where('id', '=', account)
    .where('status', 'in', ['active', 'suspended'])
    // The address cannot change before the link is stored.
    .forShare()
    .executeTakeFirst();
  if (!row) return null;
  const shortly = new Date(now.getTime() + PASSWORD_RESET.validMinutes * 60_000);
  const nextMail = nextResetMail(row.reset_asked_at, now);
  const lastUntil = nextMail && nextMail > shortly ? nextMail : null;
  const expires_at = lastUntil ?? shortly;
  const token = await createMailToken(db, tenant, { account, purpose: 'reset', created_at: now, expires_at });
  return { ...row, lastUntil, token };
}

/**
 * When the account may have another mail; null when it may now. Until then the last link stays valid, so that strangers who ask in the
 * owner's name do not keep the owner from a new password.
 */
function nextResetMail(askedAt: readonly Date[], now: Date): Date | null {
  const recent = askedAt
    .map((at) => at.getTime() + PASSWORD_RESET.perHours * HOUR_MS)
    .filter((end) => end > now.getTime());
  return recent.length < PASSWORD_RESET.mails ? null : new Date(Math.min(...recent));
}

/** Not to an unconfirmed address: its owner may never have had an account here (decisions E2). */
async function sendNotice(services: Services, job: AccountJob): Promise<void> {
  const site = siteOfTenant(services, job.tenant);
  const row = await recipientOf(services, job, ['active', 'pending_deletion', 'suspended']);
  if (!row) return;
  const link = pageUrl(services, site, 'reset-password', row.language);
  await services.mailer.send(composeMail(site, row.language, row.email, 'password_changed', { link }));
}
