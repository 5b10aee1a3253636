// Contract of signup: joining and confirming the e-mail address.
import * as z from 'zod/mini';
import { endpoint, NoInput, NoOutput } from './endpoint.ts';
import { TrackingFields } from './tracking.ts';
import { Country, genders, Language, signupSteps } from './values.ts';

/** The genders a new member can look for. With the member's own gender they determine the sexuality. */
export const soughtGenders = ['male', 'female', 'both'] as const;

const shortText = z.optional(z.string().check(z.maxLength(200)));

/**
 * Hidden fields of a form: traffic source, the member whose page led here, and a lander's optional answers. `interests`
 * are keys joined by commas, `region` is an id such as `NL-UT`, `token` is that of an activation link whose reader starts afresh. The server
 * ignores values it does not know.
 */
const HiddenFields = {
  ...TrackingFields,
  member: shortText,
  interests: z.optional(z.string().check(z.maxLength(2000))),
  region: z.optional(z.string().check(z.maxLength(20))),
  token: z.optional(z.string().check(z.maxLength(200))),
};
const BirthFields = {
  birth_day: z.optional(z.string().check(z.maxLength(4))),
  birth_month: z.optional(z.string().check(z.maxLength(4))),
  birth_year: z.optional(z.string().check(z.maxLength(6))),
};
const signup_message = z.optional(z.string().check(z.maxLength(10_000)));

/** The first step, as landers ask it. Given fields are checked; the signup page asks for missing ones. */
export const SignupStart = z.strictObject({
  ...HiddenFields,
  ...BirthFields,
  gender: z.optional(z.enum(genders)),
  seeks: z.optional(z.enum(soughtGenders)),
  country: z.optional(Country),
  name: shortText,
  email: z.optional(z.string().check(z.maxLength(254))),
  signup_message,
});
export type SignupStart = z.infer<typeof SignupStart>;

/**
 * The signup form. `date_of_birth` is `YYYY-MM-DD` or empty (`too_young`); a native form sends `birth_day`,
 * `birth_month` and `birth_year` instead. `signup_message` becomes the profile's `about`. Both checkboxes are required:
 * `terms` accepts the terms, `consent` allows the use of data about sexual orientation (GDPR, article 9).
 */
export const SignupForm = z.strictObject({
  ...HiddenFields,
  ...BirthFields,
  email: z.string().check(z.trim(), z.minLength(1), z.maxLength(254)),
  name: z.string().check(z.trim(), z.minLength(1), z.maxLength(100)),
  password: z.string().check(z.minLength(1), z.maxLength(1000)),
  date_of_birth: z.optional(z.string().check(z.maxLength(10))),
  gender: z.enum(genders),
  seeks: z.enum(soughtGenders),
  country: Country,
  language: z.optional(Language),
  signup_message,
  terms: z.literal('yes'),
  consent: z.literal('yes'),
});
export type SignupForm = z.infer<typeof SignupForm>;

/**
 * The form of a mailed link. `password` is the account's password, required in a browser without the account's session.
 */
export const ActivationForm = z.strictObject({
  token: z.string().check(z.maxLength(200)),
  password: z.optional(z.string().check(z.maxLength(1000))),
});
export type ActivationForm = z.infer<typeof ActivationForm>;

/** Input of `changeAddress`. `email` is trimmed; at most 254 characters. */
const NewAddress = z.strictObject({ email: z.string().check(z.trim(), z.minLength(1), z.maxLength(254)) });

/**
 * Calls of signup. Field errors answer 422 with `invalid`.
 * - `begin` checks a lander's first step and stores nothing. A native form gets the signup page with its answers filled
 *   in, without `seeks` when the site has no such members.
 * - `join` makes an account, starts a session and mails an activation link. An unconfirmed account with this address stays: its own
 *   browser begins it anew, any other is answered `check_mail`, and the process continues by mail. So it does for every address when the disclosure
 *   limit is reached, and in a neutral brand (`account_disclosure`). With the `token` of a link to this address the new account is confirmed, and an unconfirmed one is erased. Errors:
 *   `email_known` for an active account, `email_deleting` with `until` for one in deletion, `check_mail`, `signups_closed`.
 * - `activate` takes the token of a mailed link (256 random bits, base64url) and confirms the account with its address. A browser without the account's session
 *   also sends the password; each link has tries of its own (`account_blocked`). A used link works again; `link_expired` is for an old or
 *   unknown one.
 * - `sendAgain` mails a new link at most once a minute (`wait` with `retry_after` in seconds). Beyond the daily limit of the address the
 *   mail follows the next day (`mail_after` of the user).
 * - `changeAddress` moves an unconfirmed account to another address and mails a link there; links mailed before confirm only theirs. `check_mail` answers for an address with another unconfirmed account, which stays; `too_many_requests` at the disclosure limit,
 *   for known and unknown addresses alike, and `join_again` for every address in a neutral brand.
 * - `finishStep` records that a step is answered or skipped, so that any device continues after it. What a step asks for is
 *   saved by the calls of its own feature.
 */
export const signup = {
  begin: endpoint({
    method: 'POST',
    path: '/api/signup-begin.php',
    access: 'anyone',
    input: SignupStart,
    output: z.strictObject({ begun: z.literal(true) }),
    errors: ['signups_closed'],
    forms: true,
    limit: 30,
  }),
  join: endpoint({
    method: 'POST',
    path: '/api/signup.php',
    access: 'anyone',
    input: SignupForm,
    output: z.strictObject({ joined: z.literal(true) }),
    errors: ['email_known', 'email_deleting', 'signups_closed', 'check_mail'],
    forms: true,
    limit: 20,
  }),
  activate: endpoint({
    method: 'POST',
    path: '/api/activate.php',
    access: 'anyone',
    input: ActivationForm,
    output: z.strictObject({ activated: z.literal(true) }),
    errors: ['link_expired', 'account_blocked'],
    forms: true,
    limit: 30,
  }),
  sendAgain: endpoint({
    method: 'POST',
    path: '/api/activation-mail.php',
    access: 'member',
    input: NoInput,
    output: NoOutput,
    errors: ['wait', 'already_active'],
    limit: 10,
  }),
  changeAddress: endpoint({
    method: 'POST',
    path: '/api/activation-address.php',
    access: 'member',
    input: NewAddress,
    output: NoOutput,
    errors: ['already_active', 'email_known', 'email_deleting', 'check_mail', 'join_again'],
    limit: 5,
  }),
  finishStep: endpoint({
    method: 'PUT',
    path: '/api/signup.php',
    access: 'member',
    input: z.strictObject({ step: z.enum(signupSteps) }),
    output: NoOutput,
    limit: 60,
  }),
};
