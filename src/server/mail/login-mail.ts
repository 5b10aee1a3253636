// The mail with a link that logs in.
import * as z from 'zod/mini';
import { LOGIN_MAIL } from '#domain/limits';
import { createMailToken } from '../auth/mail-token.ts';
import type { Db } from '../db/index.ts';
import { pageUrl } from '../http/site-origins.ts';
import { jobKind } from '../queue.ts';
import { siteOfTenant, type Services } from '../services.ts';
import { MAIL_RETRIES } from './account-mail.ts';
import { composeMail } from './compose.ts';

/** Without an account nothing is sent. `to` is the page to open after the login; `isLast`: no other mail goes for a while. */
const loginMailJob = z.strictObject({
  tenant: z.int(),
  account: z.nullable(z.uuid()),
  to: z.nullable(z.string()),
  isLast: z.boolean(),
});
type LoginMailJob = z.infer<typeof loginMailJob>;

export const loginMail = jobKind({ name: 'login_mail', data: loginMailJob, retries: MAIL_RETRIES, run: sendLink });

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
