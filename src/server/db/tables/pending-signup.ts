// A checked form of the signup whose answer may not tell whether the address has an account: a job finds out, and deletes the row.
import type { JSONColumnType } from 'kysely';
import type { Tracking } from '#domain/tracking';
import { kept, plain, SHORT } from '../personal.ts';
import { DAY } from '../retention.ts';
import { table } from '../table.ts';

/** What a form says about a new member, all of it checked but `member`, whose page led here. */
export interface MemberData {
  readonly email: string;
  readonly language: string;
  readonly tracking: Tracking;
  readonly member: string | null;
  readonly profile: {
    readonly name: string;
    readonly gender: string;
    readonly sexuality: string;
    readonly birth_date: string;
    readonly country: string;
    readonly region: string | null;
    readonly interests: readonly string[];
    readonly about: string | null;
  };
}

export interface PendingSignupTable {
  tenant: number;
  id: string;
  at: Date;
  password_hash: string;
  form: JSONColumnType<MemberData>;
}

export const pendingSignup = table<PendingSignupTable>()({
  // For rows whose job has failed to the end: it is tried again for 15 hours.
  retention: { column: 'at', keepHours: DAY },
  owners: [],
  columns: { ...plain('tenant', 'id', 'at'), ...kept(SHORT, false, 'password_hash', 'form') },
});
