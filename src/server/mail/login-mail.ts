// The mail with a link that logs in: counted by one job, and sent by another, which may run more than once.
import { sql } from 'kysely';
import * as z from 'zod/mini';
import { HOUR_MS } from '#domain/durations';
import { LOGIN_MAIL } from '#domain/limits';
import { createMailToken } from '../auth/mail-token.ts';
import type { Db } from '../db/index.ts';
import { pageUrl } from '../http/site-origins.ts';
import { jobKind } from '../queue.ts';
import { siteOfTenant, type Services } from '../services.ts';
import { MAIL_RETRIES } from './account-mail.ts';
import { askForActivation } from './activation.ts';
import { composeMail } from './compose.ts';

/** `at`: when it was asked for. An unconfirmed account gets the mail that confirms its address. */
const askedJob = z.strictObject({ tenant: z.int(), account: z.uuid(), to: z.nullable(z.string()), at: z.string() });
type AskedJob = z.infer<typeof askedJob>;

/** A link that comes a day after it was asked for looks as if a stranger had. */
const TOO_LATE = 'not kept';

export const loginMailAsked = jobKind({
  name: 'login_mail_asked',
  data: askedJob,
  ifGivenUp: TOO_LATE,
  run: countAsked,
});

function countAsked(services: Services, { tenant, account, to, at }: AskedJob): Promise<void> {
  const now = new Date(at);
  return services.database.inTenant(tenant, async (db) => {
    const count = await countMail(db, tenant, account, now);
    // Does nothing for accounts that are confirmed.
    if (count === null) return askForActivation(services, db, { tenant, account }, now);
    await services.queue.add(db, loginMail, { tenant, account, to, isLast: count >= LOGIN_MAIL.mails });
  });
}

/**
 * Null when no mail may go. Of concurrent requests one gets it: the others wait for the row, and find its time in it. Once the number is
 * used up, one more may go at intervals: the owner may have deleted those that a stranger has asked for.
 */
async function countMail(db: Db, tenant: number, account: string, now: Date): Promise<number | null> {
  const ago = (ms: number) => sql`${new Date(now.getTime() - ms)}::timestamptz`;
  const recent = sql`array(select at from unnest(login_mails_at) at where at > ${ago(LOGIN_MAIL.perHours * HOUR_MS)})`;
  const isAnySince = (ms: number) => sql`${ago(ms)} < any(login_mails_at)`;
  const { rows } = await sql<{ count: number }>`
    update account set login_mails_at = ${recent} || ${now}::timestamptz
    where tenant = ${tenant}::smallint and id = ${account}::uuid and status in ('active', 'suspended')
      and (cardinality(${recent}) < ${LOGIN_MAIL.mails} or not ${isAnySince(LOGIN_MAIL.moreEveryHours * HOUR_MS)})
      and not ${isAnySince(LOGIN_MAIL.waitSeconds * 1000)}
    returning cardinality(login_mails_at) as count`.execute(db);
  return rows[0]?.count ?? null;
}

/** Without an account nothing is sent. `to` is the page to open after the login; `isLast`: no other mail goes for a while. */
const loginMailJob = z.strictObject({
  tenant: z.int(),
  account: z.nullable(z.uuid()),
  to: z.nullable(z.string()),
  isLast: z.boolean(),
});
type LoginMailJob = z.infer<typeof loginMailJob>;

export const loginMail = jobKind({
  name: 'login_mail',
  data: loginMailJob,
  retries: MAIL_RETRIES,
  ifGivenUp: TOO_LATE,
  run: sendLink,
});

async function sendLink(services: Services, { tenant, account, to, isLast }: LoginMailJob): Promise<void> {
  if (account === null) return;
  const site = siteOfTenant(services, tenant);
  const minutes = isLast ? LOGIN_MAIL.perHours * 60 : LOGIN_MAIL.validMinutes;
  const made = await services.database.inTenant(tenant, (db) =>
    createLink(db, tenant, account, { now: services.now(), minutes }),
  );
  if (!made) return;
  const { token, email, language } = made;
  const query = new URLSearchParams({ token, ...(to ? { to } : {}) }).toString();
  const link = `${pageUrl(services, site, 'login-mail-do', language)}?${query}`;
  await services.mailer.send(
    isLast
      ? composeMail(site, language, email, 'last_login_link', { link, hours: LOGIN_MAIL.perHours })
      : composeMail(site, language, email, 'login_link', { link, minutes }),
  );
}

/** Links before it stay valid: a stranger who asks for mails must not end the one that the member is about to open. */
async function createLink(db: Db, tenant: number, account: string, { now, minutes }: { now: Date; minutes: number }) {
  const row = await db
    .selectFrom('account')
    .select(['email', 'language'])
    .where('tenant', '=', tenant)
    .where('id', '=', account)
    .where('status', 'in', ['active', 'suspended'])
    // The address cannot change before the link is stored.
    .forShare()
    .executeTakeFirst();
  if (!row) return null;
  const expires_at = new Date(now.getTime() + minutes * 60_000);
  const token = await createMailToken(db, tenant, { account, purpose: 'login', created_at: now, expires_at });
  return { ...row, token };
}
