// Accounts of staff, as an owner manages them.
import { STAFF_TENANT } from '#domain/staff';
import { emailKey } from '../auth/email-key.ts';
import type { Db } from '../db/index.ts';
import { Refusal } from '../http/refusal.ts';
import { audited, type AuditNote, change } from './audit.ts';
import type { StaffHandler } from './context.ts';
import { invite, linkTo } from './invitations.ts';
import { endSessionsOf } from './sessions.ts';

export const listStaff: StaffHandler<'staff.list'> = async ({ services }) => {
  const staff = await services.database.inTenant(STAFF_TENANT, (db) =>
    db
      .selectFrom('staff_account')
      .select(['id', 'email', 'name', 'role', 'status', 'created_at'])
      .where('tenant', '=', STAFF_TENANT)
      .orderBy('created_at')
      .orderBy('id')
      .execute(),
  );
  return { staff: staff.map((each) => ({ ...each, created_at: each.created_at.toISOString() })) };
};

/** The link is in no stored answer: a repeat makes a new one, and the older one ends. */
export const inviteStaff: StaffHandler<'staff.invite'> = async (ctx, { email, role, reason }) => {
  if (email.toLowerCase() === ctx.staff().email.toLowerCase()) throw new Refusal('yourself');
  const token = await audited(ctx, STAFF_TENANT, async (db, note) => {
    const invited = await invite(db, { email, role, now: ctx.now });
    if (!invited) throw new Refusal('invalid', { fields: { email: 'email_invalid' } });
    await note({ ...invited.note, reason });
    return invited.token;
  });
  return { link: linkTo(ctx, token) };
};

export const disableStaff: StaffHandler<'staff.disable'> = (ctx, { id, reason }) => {
  if (id === ctx.staff().id) throw new Refusal('yourself');
  return change(ctx, STAFF_TENANT, async (db, note) => {
    const noted = await disable(db, { id });
    if (!noted) throw new Refusal('not_found');
    await note({ ...noted, reason });
    return null;
  });
};

/** Ends an account and its sessions. Null when there is none. */
export async function disable(
  db: Db,
  who: { readonly id: string } | { readonly email: string },
): Promise<AuditNote | null> {
  const before = await db
    .selectFrom('staff_account')
    .select(['id', 'role', 'status'])
    .where('tenant', '=', STAFF_TENANT)
    .where((is) => ('id' in who ? is('id', '=', who.id) : is('email_key', '=', emailKey(who.email))))
    .forUpdate()
    .executeTakeFirst();
  if (!before) return null;
  const { id, role, status } = before;
  await db
    .updateTable('staff_account')
    .set({ status: 'disabled', password_hash: null, totp_secret: null, invite_hash: null })
    .where('tenant', '=', STAFF_TENANT)
    .where('id', '=', id)
    .execute();
  await endSessionsOf(db, id);
  return { subject: `staff ${id}`, before: { role, status }, after: { status: 'disabled' } };
}
