// Invitations of staff: a link that works once, a password and an authenticator before anything is open.
import type { StaffRole } from '#contract/staff';
import { STAFF, STAFF_TENANT } from '#domain/staff';
import { validateEmail } from '#domain/validation';
import { emailKey } from '../auth/email-key.ts';
import { releaseAccount } from '../auth/lockout.ts';
import { validateNewPassword } from '../auth/new-password.ts';
import { newSecret } from '../auth/new-secret.ts';
import { hashToken } from '../auth/sessions.ts';
import type { Db } from '../db/index.ts';
import { Refusal } from '../http/refusal.ts';
import { type AuditNote, writeAudit } from './audit.ts';
import type { StaffCtx, StaffHandler } from './context.ts';
import { endSessionsOf, staffCookie, startStaffSession } from './sessions.ts';
import { newTotpSecret, stepOfCode, totpUri } from './totp.ts';
import { openTotpSecret, sealTotpSecret } from './totp-secret.ts';

export interface Invited {
  readonly token: string;
  readonly note: AuditNote;
}

/**
 * Invites someone, or lets someone begin again: what they had to log in with is gone, and their sessions end. Null when the
 * address is none.
 */
export async function invite(
  db: Db,
  { email, role, now }: { readonly email: string; readonly role: StaffRole; readonly now: Date },
): Promise<Invited | null> {
  if (validateEmail(email)) return null;
  const token = newSecret();
  const before = await db
    .selectFrom('staff_account')
    .select(['id', 'role', 'status'])
    .where('tenant', '=', STAFF_TENANT)
    .where('email_key', '=', emailKey(email))
    .executeTakeFirst();
  const id = before?.id ?? crypto.randomUUID();
  const fresh = {
    ...({ email, role, status: 'invited', password_hash: null, totp_secret: null, totp_step: null } as const),
    invite_hash: hashToken(token),
    invite_expires_at: new Date(now.getTime() + STAFF.inviteHours * 3_600_000),
  };
  await db
    .insertInto('staff_account')
    .values({ ...fresh, tenant: STAFF_TENANT, id, email_key: emailKey(email), name: email, created_at: now })
    .onConflict((conflict) => conflict.columns(['tenant', 'email_key']).doUpdateSet(fresh))
    .execute();
  await endSessionsOf(db, id);
  await releaseAccount(db, STAFF_TENANT, email);
  const was = before && { role: before.role, status: before.status };
  return { token, note: { subject: `staff ${id}`, before: was, after: { role, status: 'invited' } } };
}

/** The open invitation of a token. Throws `unknown_link` or `link_expired`. */
async function invitationOf(db: Db, token: string, now: Date) {
  const row = await db
    .selectFrom('staff_account')
    .select(['id', 'email', 'role', 'totp_secret', 'invite_expires_at'])
    .where('tenant', '=', STAFF_TENANT)
    .where('status', '=', 'invited')
    .where('invite_hash', '=', hashToken(token))
    .executeTakeFirst();
  if (!row) throw new Refusal('unknown_link');
  if (!row.invite_expires_at || row.invite_expires_at <= now) throw new Refusal('link_expired');
  return row;
}

export const openInvitation: StaffHandler<'invitation.open'> = ({ services, now }, { token }) =>
  services.database.inTenant(STAFF_TENANT, async (db) => {
    const { id, email, role } = await invitationOf(db, token, now);
    // Of two pages that open it at once, both show the secret that is kept.
    await db
      .updateTable('staff_account')
      .set({ totp_secret: sealTotpSecret(services.config, id, newTotpSecret()) })
      .where('tenant', '=', STAFF_TENANT)
      .where('id', '=', id)
      .where('status', '=', 'invited')
      .where('totp_secret', 'is', null)
      .execute();
    const secret = openTotpSecret(services.config, await invitationOf(db, token, now));
    if (!secret) throw new Refusal('unknown_link');
    return { email, role, secret, uri: totpUri(secret, email) };
  });

export const acceptInvitation: StaffHandler<'invitation.accept'> = async (ctx, { token, name, password, code }) => {
  const { services, now } = ctx;
  const invited = await services.database.inTenant(STAFF_TENANT, (db) => invitationOf(db, token, now));
  const { id, email, role } = invited;
  const secret = openTotpSecret(services.config, invited);
  const step = secret ? stepOfCode(secret, code, now, null) : null;
  if (step === null) throw new Refusal('invalid', { fields: { code: 'not_allowed' } });
  const site = services.sites.flatMap(({ siteSettings }) => [siteSettings.name, siteSettings.domain]);
  const weakness = validateNewPassword(password, { name, email, site });
  if (weakness) throw new Refusal('invalid', { fields: { password: weakness } });
  const password_hash = await services.passwords.hash(password);
  const session = await services.database.inTenant(STAFF_TENANT, async (db) => {
    const accepted = await db
      .updateTable('staff_account')
      .set({ name, password_hash, totp_step: step, status: 'active', invite_hash: null, invite_expires_at: null })
      .where('tenant', '=', STAFF_TENANT)
      .where('id', '=', id)
      .where('status', '=', 'invited')
      .where('invite_hash', '=', hashToken(token))
      .returning('id')
      .executeTakeFirst();
    if (!accepted) throw new Refusal('unknown_link');
    await writeAudit(db, {
      ...{ tenant: STAFF_TENANT, at: now, actor: { id, name: email, role }, call: ctx.call, subject: `staff ${id}` },
      ...{ before: { status: 'invited' }, after: { status: 'active', role } },
    });
    return startStaffSession(db, id, now);
  });
  ctx.setCookie(staffCookie(session, ctx.isSecure));
  return { staff: { id, email, name, role } };
};

/** The page of an invitation; its token stands behind the #, which no server's log holds. */
export const linkTo = ({ origin }: Pick<StaffCtx, 'origin'>, token: string): string =>
  `${origin}${STAFF.path}invitation#${token}`;
