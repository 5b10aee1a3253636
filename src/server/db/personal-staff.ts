// The list of personal columns, of the tables about staff, who are no members.
import { kept, type PersonalRule, plain } from './personal-rules.ts';
import type { Database } from './tables.ts';

const OF_STAFF = 'About staff, not about a member.';
const PROOF = 'Proves what staff did; of members it holds ids only, which lead nowhere once they are erased.';

export const STAFF = {
  staff_account: {
    owners: [],
    columns: {
      ...plain('tenant', 'id'),
      ...kept(OF_STAFF, false, 'email', 'email_key', 'name', 'role', 'status', 'password_hash', 'totp_secret'),
      ...kept(OF_STAFF, false, 'totp_step', 'invite_hash', 'invite_expires_at', 'created_at'),
    },
  },
  staff_session: {
    owners: [],
    columns: {
      ...plain('tenant'),
      ...kept(OF_STAFF, false, 'token_hash', 'staff', 'created_at', 'seen_at', 'expires_at'),
    },
  },
  closed_matter: { owners: [], columns: plain('tenant', 'kind', 'id', 'at') },
  audit_log: {
    owners: [],
    columns: {
      ...plain('tenant', 'id'),
      ...kept(PROOF, false, 'at', 'staff', 'actor', 'role', 'call', 'subject', 'reason', 'before', 'after'),
    },
  },
} as const satisfies {
  readonly [Name in 'staff_account' | 'staff_session' | 'closed_matter' | 'audit_log']: PersonalRule<Database[Name]>;
};
