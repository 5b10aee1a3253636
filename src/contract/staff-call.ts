// What the calls of staff are made of: roles, ids and reasons.
import * as z from 'zod/mini';

export const staffRoles = ['support', 'moderator', 'finance', 'owner'] as const;
export type StaffRole = (typeof staffRoles)[number];
export const Role = z.enum(staffRoles);

/** One call; `input` is the query of a GET, else the JSON body. Who may make it stands in `STAFF_ACCESS` (src/domain/staff.ts). */
export interface StaffCall<In extends z.ZodMiniType = z.ZodMiniType, Out extends z.ZodMiniType = z.ZodMiniType> {
  readonly method: 'GET' | 'POST';
  readonly path: `/operator/api/${string}`;
  readonly input: In;
  readonly output: Out;
}
export const staffCall = <In extends z.ZodMiniType, Out extends z.ZodMiniType>(
  call: StaffCall<In, Out>,
): StaffCall<In, Out> => call;

/** Codes that only calls of staff answer: why a decision could not be taken as asked. */
export const staffCodes = ['already_decided', 'member_gone', 'photo_gone', 'same_person', 'cannot_log_in'] as const;
export type StaffCode = (typeof staffCodes)[number];

/** The folder name of a brand. */
export const Brand = z.string().check(z.minLength(1), z.maxLength(60));
/** Goodwill at once, by anyone; `GOODWILL` (src/domain/staff.ts) holds what a role may give. */
export const MOST_CREDITS = 10_000;
export const Email = z.string().check(z.trim(), z.minLength(3), z.maxLength(254));
/** Why something was done: kept in the audit log. */
export const Reason = z.string().check(z.trim(), z.minLength(3), z.maxLength(500));
