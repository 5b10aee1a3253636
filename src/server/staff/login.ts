// Logs staff in with password and one-time code. Anything wrong gets the same answer after the same work.
import type { StaffHandler } from './context.ts';
import { STAFF_TENANT } from '#domain/staff';
import { emailKey } from '../auth/email-key.ts';
import { releaseAttempt, reserveAttempt } from '../auth/lockout.ts';
import type { Db } from '../db/index.ts';
import { withPermit } from '../http/concurrency-limiter.ts';
import { applicantOf } from '../http/concurrency-limits.ts';
import { Refusal, type RefusalDetail, type Code } from '../http/refusal.ts';
import { writeAudit } from './audit.ts';
import { clearedStaffCookie, endStaffSession, staffCookie, startStaffSession } from './sessions.ts';
import { stepOfCode } from './totp.ts';
import { openTotpSecret } from './totp-secret.ts';

type Login = StaffHandler<'session.login'>;

/** Beyond the limit of an address, which members share, logins wait for a permit. */
export const login: Login = (ctx, input) =>
  withPermit(ctx.services.concurrency.logins, applicantOf(ctx, `staff ${emailKey(input.email)}`), async (permit) => {
    const answer = await loginWithPermit(ctx, input);
    permit.refund();
    return answer;
  });

const loginWithPermit: Login = async (ctx, { email, password, code }) => {
  const { services, now, ip } = ctx;
  const attempt = {
    ...{ tenant: STAFF_TENANT, ip, now: () => now },
    refuse: (refused: Code, detail?: RefusalDetail) => new Refusal(refused, detail),
  };
  const found = await services.database.inTenant(STAFF_TENANT, async (db) => {
    await reserveAttempt(db, attempt, email);
    return activeAccount(db, email);
  });
  const isCorrect = await services.passwords.check(password, found?.password_hash ?? null);
  const secret = found && openTotpSecret(services.config, found);
  const step = secret ? stepOfCode(secret, code, now, found.totp_step) : null;
  if (!found || !isCorrect || step === null) throw new Refusal('login_failed');
  const { id, name, role } = found;
  const token = await services.database.inTenant(STAFF_TENANT, async (db) => {
    if (!(await useCode(db, id, found.password_hash, step))) return null;
    await releaseAttempt(db, attempt, email);
    const actor = { id, name: found.email, role };
    await writeAudit(db, { tenant: STAFF_TENANT, at: now, actor, call: ctx.call, subject: `staff ${id}` });
    return startStaffSession(db, id, now);
  });
  if (token === null) throw new Refusal('login_failed');
  ctx.setCookie(staffCookie(token, ctx.isSecure));
  return { staff: { id, email: found.email, name, role } };
};

export const logout: StaffHandler<'session.logout'> = async (ctx) => {
  const { cookieHash, services } = ctx;
  if (cookieHash) await services.database.inTenant(STAFF_TENANT, (db) => endStaffSession(db, cookieHash));
  ctx.setCookie(clearedStaffCookie(ctx.isSecure));
  return null;
};

const activeAccount = (db: Db, email: string) =>
  db
    .selectFrom('staff_account')
    .select(['id', 'email', 'name', 'role', 'password_hash', 'totp_secret', 'totp_step'])
    .where('tenant', '=', STAFF_TENANT)
    .where('email_key', '=', emailKey(email))
    .where('status', '=', 'active')
    .executeTakeFirst();

/** Whether the code was still unused: of two logins with one code, one gets in. */
async function useCode(db: Db, id: string, passwordHash: string | null, step: number): Promise<boolean> {
  const used = await db
    .updateTable('staff_account')
    .set({ totp_step: step })
    .where('tenant', '=', STAFF_TENANT)
    .where('id', '=', id)
    .where('status', '=', 'active')
    .where('password_hash', '=', passwordHash)
    .where((is) => is.or([is('totp_step', 'is', null), is('totp_step', '<', step)]))
    .returning('id')
    .executeTakeFirst();
  return used !== undefined;
}
