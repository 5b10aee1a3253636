// Staff: who may make which call, and how long their sessions and invitations last.
import type { StaffCallName } from '#contract/staff';
import { type StaffRole, staffRoles } from '#contract/staff-call';

/** The number of no brand: rows about staff itself. Row-level security hides them from every brand. */
export const STAFF_TENANT = 0;

/**
 * A session ends `idleMinutes` after its last call, and `hours` after it began. An activity is written down at intervals.
 * `callsPerMinute` and `triesPerMinute` are per address, the second for calls without a session.
 */
export const STAFF = {
  cookie: 'operator.session',
  path: '/operator/',
  idleMinutes: 30,
  hours: 12,
  activitySeconds: 60,
  inviteHours: 48,
  callsPerMinute: 600,
  triesPerMinute: 20,
  auditPage: 100,
} as const;

const EVERYONE = staffRoles;
const DESK: readonly StaffRole[] = ['support', 'moderator', 'owner'];
const DECIDING: readonly StaffRole[] = ['moderator', 'owner'];
const MONEY: readonly StaffRole[] = ['finance', 'owner'];
const OWNER: readonly StaffRole[] = ['owner'];

/** Call × role, the only table of it. `anyone` needs no session. */
export const STAFF_ACCESS: Readonly<Record<StaffCallName, 'anyone' | readonly StaffRole[]>> = {
  'session.login': 'anyone',
  'session.me': EVERYONE,
  'session.logout': EVERYONE,
  'invitation.open': 'anyone',
  'invitation.accept': 'anyone',
  'staff.list': OWNER,
  'staff.invite': OWNER,
  'staff.disable': OWNER,
  'audit.list': OWNER,
  'inbox.list': EVERYONE,
  'brands.list': EVERYONE,
  'photos.show': DESK,
  'photos.decide': DECIDING,
  'selfies.show': DESK,
  'selfies.decide': DECIDING,
  'reports.show': DESK,
  'reports.picture': DESK,
  'reports.decide': DECIDING,
  'contacts.show': DESK,
  'contacts.decide': DECIDING,
  'words.list': DESK,
  'words.set': DECIDING,
  'appeals.show': DESK,
  'appeals.decide': DECIDING,
  'members.find': EVERYONE,
  'members.show': EVERYONE,
  'members.decide': DECIDING,
  'members.credit': ['support', 'finance', 'owner'],
  'members.export': ['support', 'owner'],
  'members.erase': OWNER,
  'payments.refund': MONEY,
  'fictional.list': DECIDING,
  'fictional.make': DECIDING,
  'fictional.edit': DECIDING,
  'fictional.retire': DECIDING,
  'complaints.show': EVERYONE,
  'complaints.close': EVERYONE,
  'parked.show': MONEY,
  'parked.close': MONEY,
  'figures.read': MONEY,
};

/** Goodwill of a role that may give it: credits at once, and how often within a day in a brand. */
export const GOODWILL: Readonly<Partial<Record<StaffRole, { readonly credits: number; readonly perDay: number }>>> = {
  support: { credits: 10, perDay: 20 },
  finance: { credits: 100, perDay: 20 },
  owner: { credits: 1000, perDay: 20 },
};

export function mayCall(name: StaffCallName, role: StaffRole | null): boolean {
  const access = STAFF_ACCESS[name];
  return access === 'anyone' || (role !== null && access.includes(role));
}
