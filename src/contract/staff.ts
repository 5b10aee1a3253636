// The calls of staff, apart from those of members: a part of its own, which no page of a member loads.
import * as z from 'zod/mini';
import { Brand, Email, Reason, Role, staffCall, type StaffCall, type StaffRole } from './staff-call.ts';
import { deskCalls } from './staff-desk.ts';
import { fictionalCalls } from './staff-fictional.ts';
import { guardCalls } from './staff-guard.ts';
import { selfieCalls } from './staff-selfies.ts';
import { viewCalls } from './staff-views.ts';
import { Id, Moment, numberInQuery } from './values.ts';

export { staffRoles } from './staff-call.ts';
export type { StaffCall, StaffRole };

const NoInput = z.strictObject({});
const Token = z.string().check(z.regex(/^[\w-]{43}$/));
/** Six digits of an authenticator, which some people type in two groups. */
const Code = z.string().check(z.regex(/^\d{3} ?\d{3}$/));
const NewPassword = z.string().check(z.minLength(1), z.maxLength(1000));
export const Staff = z.strictObject({ id: Id, email: z.string(), name: z.string(), role: Role });
export type Staff = z.infer<typeof Staff>;
const StaffAnswer = z.strictObject({ staff: Staff });

const ListedStaff = z.strictObject({
  ...Staff.shape,
  status: z.enum(['invited', 'active', 'disabled']),
  created_at: Moment,
});

/** `brand` is null for what concerns staff itself. */
export const AuditEntry = z.strictObject({
  brand: z.nullable(z.string()),
  id: z.int(),
  at: Moment,
  actor: z.string(),
  role: z.nullable(z.string()),
  call: z.string(),
  subject: z.string(),
  reason: z.nullable(z.string()),
  before: z.unknown(),
  after: z.unknown(),
});
export type AuditEntry = z.infer<typeof AuditEntry>;

export const staffCalls = {
  'session.login': staffCall({
    method: 'POST',
    path: '/operator/api/login',
    input: z.strictObject({ email: Email, password: NewPassword, code: Code }),
    output: StaffAnswer,
  }),
  'session.me': staffCall({ method: 'GET', path: '/operator/api/me', input: NoInput, output: StaffAnswer }),
  'session.logout': staffCall({ method: 'POST', path: '/operator/api/logout', input: NoInput, output: z.null() }),
  /** What the page of an invitation shows: the secret for the authenticator, the same until the invitation is accepted. */
  'invitation.open': staffCall({
    method: 'POST',
    path: '/operator/api/invitation',
    input: z.strictObject({ token: Token }),
    output: z.strictObject({ email: z.string(), role: Role, secret: z.string(), uri: z.string() }),
  }),
  'invitation.accept': staffCall({
    method: 'POST',
    path: '/operator/api/invitation/accept',
    input: z.strictObject({
      token: Token,
      name: z.string().check(z.trim(), z.minLength(2), z.maxLength(60)),
      password: NewPassword,
      code: Code,
    }),
    output: StaffAnswer,
  }),
  'staff.list': staffCall({
    method: 'GET',
    path: '/operator/api/staff',
    input: NoInput,
    output: z.strictObject({ staff: z.array(ListedStaff) }),
  }),
  /** Invites someone new, or lets someone begin again who has lost the password or the authenticator. */
  'staff.invite': staffCall({
    method: 'POST',
    path: '/operator/api/staff/invite',
    input: z.strictObject({ email: Email, role: Role, reason: Reason }),
    output: z.strictObject({ link: z.string() }),
  }),
  'staff.disable': staffCall({
    method: 'POST',
    path: '/operator/api/staff/disable',
    input: z.strictObject({ id: Id, reason: Reason }),
    output: z.null(),
  }),
  /** The newest entries of one brand, or without one those about staff; `before` continues. */
  'audit.list': staffCall({
    method: 'GET',
    path: '/operator/api/audit',
    input: z.strictObject({
      brand: z.optional(Brand),
      before: z.optional(numberInQuery(1, Number.MAX_SAFE_INTEGER)),
      subject: z.optional(z.string().check(z.maxLength(100))),
    }),
    output: z.strictObject({ entries: z.array(AuditEntry) }),
  }),
  ...deskCalls,
  ...fictionalCalls,
  ...guardCalls,
  ...selfieCalls,
  ...viewCalls,
} as const;

export type StaffCalls = typeof staffCalls;
export type StaffCallName = keyof StaffCalls;
export type StaffInput<Name extends StaffCallName> = z.infer<StaffCalls[Name]['input']>;
export type StaffOutput<Name extends StaffCallName> = z.infer<StaffCalls[Name]['output']>;
