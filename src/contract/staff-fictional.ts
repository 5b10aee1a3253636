// Calls of staff about fictional profiles: which there are, making, editing and retiring one.
import * as z from 'zod/mini';
import { soughtGenders } from './signup.ts';
import { Brand, Reason, staffCall } from './staff-call.ts';
import { Country, genders, Id } from './values.ts';

const text = z.string().check(z.maxLength(10_000));

/** What staff write of a fictional profile; the rules are those of a member's own. `date_of_birth` is `YYYY-MM-DD`. */
export const FictionalFields = z.strictObject({
  name: z.string().check(z.minLength(1), z.maxLength(100)),
  date_of_birth: z.string().check(z.maxLength(10)),
  gender: z.enum(genders),
  seeks: z.enum(soughtGenders),
  country: Country,
  line: text,
  about: text,
});
export type FictionalFields = z.infer<typeof FictionalFields>;

const Listed = z.strictObject({
  ...{ id: Id, name: z.string(), date_of_birth: z.string(), gender: z.string(), seeks: z.nullable(z.string()) },
  ...{ country: z.string(), line: z.string(), about: z.string(), retired: z.boolean() },
});
export type FictionalProfile = z.infer<typeof Listed>;

const About = z.strictObject({ brand: Brand, id: Id });

export const fictionalCalls = {
  /** The newest ones, at most 200, and how many profiles members can find: in all, fictional ones, and those that are retired. */
  'fictional.list': staffCall({
    method: 'GET',
    path: '/operator/api/fictional',
    input: z.strictObject({ brand: Brand }),
    output: z.strictObject({
      ...{ profiles: z.int(), fictional: z.int(), retired: z.int(), countries: z.array(Country) },
      list: z.array(Listed),
    }),
  }),
  'fictional.make': staffCall({
    method: 'POST',
    path: '/operator/api/fictional/make',
    input: z.strictObject({ brand: Brand, ...FictionalFields.shape, reason: Reason }),
    output: z.strictObject({ id: Id }),
  }),
  'fictional.edit': staffCall({
    method: 'POST',
    path: '/operator/api/fictional/edit',
    input: z.strictObject({ ...About.shape, ...FictionalFields.shape, reason: Reason }),
    output: z.null(),
  }),
  /** No one finds it any more or writes to it; what was written stays with its members. */
  'fictional.retire': staffCall({
    method: 'POST',
    path: '/operator/api/fictional/retire',
    input: z.strictObject({ ...About.shape, reason: Reason }),
    output: z.null(),
  }),
} as const;
