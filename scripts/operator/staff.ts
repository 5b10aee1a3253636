// Carries out orders about staff: inviting someone, or letting them begin again, ending an account, and listing them.
import { type StaffRole, staffRoles } from '#contract/staff';
import { STAFF, STAFF_TENANT } from '#domain/staff';
import type { Config } from '#server/config/index';
import type { Db, OpenDatabase } from '#server/db/index';
import { inAudit } from '#server/staff/audit';
import { disable } from '#server/staff/accounts';
import { invite, linkTo } from '#server/staff/invitations';
import { UsageError } from '../arguments.ts';
import type { Printed } from './orders.ts';
import { emailIn, type Signed, signed } from './desk-orders.ts';

export type StaffOrder =
  | { readonly kind: 'staff'; readonly action: 'list' }
  | ({ readonly kind: 'staff'; readonly action: 'invite'; readonly email: string; readonly role: StaffRole } & Signed)
  | ({ readonly kind: 'staff'; readonly action: 'disable'; readonly email: string } & Signed);

interface Typed {
  readonly role?: string | undefined;
  readonly as?: string | undefined;
  readonly because?: string | undefined;
}

/** Checks what was typed after `staff`. */
export function staffOrder(action: string, typedEmail: string, typed: Typed): StaffOrder {
  if (action === 'list') {
    if (typedEmail !== '') throw new UsageError(`"${typedEmail}" means nothing to staff list.`);
    return { kind: 'staff', action };
  }
  if (action !== 'invite' && action !== 'disable')
    throw new UsageError('Staff is listed, invited or disabled: list, invite, disable.');
  const email = emailIn(typedEmail);
  if (action === 'disable') return { kind: 'staff', action, email, ...signed(typed) };
  const role = staffRoles.find((each) => each === typed.role);
  if (!role) throw new UsageError(`--role is one of ${staffRoles.join(', ')}.`);
  return { kind: 'staff', action, email, role, ...signed(typed) };
}

type ConsoleConfig = Pick<Config, 'mode' | 'staffHost' | 'publicOrigin' | 'port'>;

/** Where the console answers. */
export function consoleOrigin({ mode, staffHost, publicOrigin, port }: ConsoleConfig): string {
  if (staffHost) return `https://${staffHost}`;
  if (mode === 'production')
    throw new UsageError('Without STAFF_HOST production has no console, so an invitation could not be accepted.');
  return publicOrigin ?? `http://localhost:${port}`;
}

/** The lines to print. */
export async function carryOutStaff(
  database: OpenDatabase,
  config: ConsoleConfig,
  order: StaffOrder & Printed,
  now: Date,
): Promise<string[]> {
  const { isJson = false } = order;
  if (order.action === 'list') return database.inTenant(STAFF_TENANT, (db) => staffLines(db, isJson));
  const origin = order.action === 'invite' ? consoleOrigin(config) : '';
  const actor = { id: null, name: order.operator, role: null };
  const call = `operator staff ${order.action}`;
  const reason = order.because;
  return inAudit(database, { tenant: STAFF_TENANT, at: now, actor, call }, async (db, note) => {
    const { email } = order;
    if (order.action === 'disable') {
      const noted = await disable(db, { email });
      if (!noted) throw new UsageError(`There is no staff ${email}.`);
      await note({ ...noted, reason });
      return isJson ? [JSON.stringify({ email, status: 'disabled' })] : [`${email}: disabled`];
    }
    const invited = await invite(db, { email, role: order.role, now });
    if (!invited) throw new UsageError(`"${email}" is no e-mail address.`);
    await note({ ...invited.note, reason });
    const link = linkTo({ origin }, invited.token);
    if (isJson) return [JSON.stringify({ email, role: order.role, token: invited.token, link })];
    return [
      `${email}: ${order.role}, by a token that works once within ${STAFF.inviteHours} hours:`,
      invited.token,
      `It is accepted at ${link}`,
    ];
  });
}

async function staffLines(db: Db, isJson: boolean): Promise<string[]> {
  const staff = await db
    .selectFrom('staff_account')
    .select(['email', 'role', 'status'])
    .where('tenant', '=', STAFF_TENANT)
    .orderBy('email')
    .execute();
  if (isJson) return staff.map((each) => JSON.stringify(each));
  return staff.length > 0
    ? staff.map(({ email, role, status }) => `${email}  ${role}  ${status}`)
    : ['There is no staff.'];
}
