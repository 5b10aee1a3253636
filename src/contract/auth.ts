// Contract of the session: user, login, language and logout.
import * as z from 'zod/mini';
import { Money } from './credits.ts';
import { endpoint, NoInput, NoOutput } from './endpoint.ts';
import { disabledReasons } from './notifications.ts';
import { Country, Gender, Id, Language, MainImage, Moment, openEnum, signupSteps } from './values.ts';

/**
 * The logged-in member, as shown to themselves. `credits` are whole credits, of which messages that wait for the confirmation of the address
 * will take `held_credits`. `signup_member` is the member whose page led
 * to the signup. `mail_after` is when a confirmation mail goes out that the daily limit of the address has put off. `credit_price` is the
 * price of one credit in the package bought last; before the first purchase it is the lowest one, and `pack` the credits of the package that
 * has it. `terms_due`: there are newer terms than the member has
 * accepted. `signup_steps` are the steps after joining that the member has answered or skipped. `consented` is false while the consent to use sensitive data is withdrawn, which hides the profile.
 */
export const User = z.strictObject({
  id: Id,
  email: z.string(),
  status: openEnum(['not_confirmed', 'active']),
  credits: z.int(),
  held_credits: z.optional(z.int()),
  credit_price: z.strictObject({ ...Money.shape, pack: z.nullable(z.int()) }),
  paid_user: z.boolean(),
  language: Language,
  fictional_icon: z.boolean(),
  signup_date: Moment,
  mail_after: z.nullable(Moment),
  signup_member: z.nullable(Id),
  signup_steps: z.array(openEnum(signupSteps)),
  notifications_disabled: z.array(openEnum(disabledReasons)),
  quick_exit: z.boolean(),
  terms_due: z.boolean(),
  consented: z.boolean(),
  profile: z.strictObject({
    name: z.string(),
    country: Country,
    region: z.nullable(z.string()),
    gender: Gender,
    seeks: z.array(Gender),
    age: z.int(),
    /** Default age range of a search, in full years. */
    search_ages: z.strictObject({ min: z.int(), max: z.int() }),
    status: openEnum(['active', 'disabled']),
    main_image: z.nullable(MainImage),
  }),
});
export type User = z.infer<typeof User>;

/** `user` is null for a visitor: being logged out is a state, not an error. */
export const UserAnswer = z.strictObject({ user: z.nullable(User) });
export type UserAnswer = z.infer<typeof UserAnswer>;

/** Input of `login`. `email` is trimmed. Lengths are in characters. */
export const Credentials = z.strictObject({
  email: z.string().check(z.trim(), z.minLength(1), z.maxLength(254)),
  password: z.string().check(z.minLength(1), z.maxLength(1000)),
});
export type Credentials = z.infer<typeof Credentials>;

/** Input of `requestLoginMail`; `to` is the page to open after the login, without effect unless it is one of the site. */
const LoginMailRequest = z.strictObject({
  email: z.string().check(z.trim(), z.minLength(1), z.maxLength(254)),
  to: z.optional(z.string().check(z.maxLength(2000))),
});
export type LoginMailRequest = z.infer<typeof LoginMailRequest>;

/** Input of `loginByMail`: the token of the mailed link. */
const LoginLink = z.strictObject({ token: z.string().check(z.maxLength(200)) });

/** Input of `requestReset`. */
const ResetRequest = z.strictObject({ email: z.string().check(z.trim(), z.minLength(1), z.maxLength(254)) });

/** Input of `resetPassword`: the token of the mailed link, and the new password twice. */
export const PasswordReset = z.strictObject({
  token: z.string().check(z.maxLength(200)),
  password: z.string().check(z.minLength(1), z.maxLength(1000)),
  password_again: z.string().check(z.maxLength(1000)),
});
export type PasswordReset = z.infer<typeof PasswordReset>;

/** Input of `setLanguage`. Error: `unknown_language` for a language the site does not support. */
export const LanguageChoice = z.strictObject({ language: Language });

/**
 * Calls of the session. `login` answers `login_failed` for any wrong pair of address and password, and
 * `account_blocked` with `minutes` during a lockout, and `email_deleting` with `until` for
 * the right password of an account in deletion, `account_suspended` with `until` and `rule` for that of a suspended one,
 * `account_closed` with `rule` for that of one that is closed for good. `logout` is a GET because the spec requires it (decisions B3); it
 * never fails.
 * - `requestLoginMail` mails a link that logs in; the answer is the same for every address. `loginByMail` logs in by it, once or, for a
 *   minute, again. Errors: `link_expired` for a used, old or unknown link, and those of a suspended account.
 * - `requestReset` mails a link that sets a new password. Errors: `email_unknown` also for an account that is not confirmed,
 *   `email_deleting` with `until`, `reset_limit` after three mails in 24 hours. At the disclosure limit and in a neutral brand
 *   (`account_disclosure`) every address gets the same answer.
 * - `resetPassword` ends all sessions of the account and logs this browser in; for a minute the same form succeeds again. Errors:
 *   `link_expired` for a used, old or unknown link, `invalid` with the refused field.
 * - `pageHidden` is the beacon of a page that is hidden or left; it counts as activity of the member.
 */
export const auth = {
  user: endpoint({ method: 'GET', path: '/api/user.php', access: 'anyone', input: NoInput, output: UserAnswer }),
  login: endpoint({
    method: 'POST',
    path: '/api/user.php',
    access: 'anyone',
    input: Credentials,
    output: UserAnswer,
    errors: ['login_failed', 'account_blocked', 'email_deleting', 'account_suspended', 'account_closed'],
    forms: true,
    waits: true,
  }),
  requestLoginMail: endpoint({
    method: 'POST',
    path: '/api/login-mail.php',
    access: 'anyone',
    input: LoginMailRequest,
    output: z.strictObject({ sent: z.literal(true) }),
    forms: true,
    waits: true,
  }),
  loginByMail: endpoint({
    method: 'POST',
    path: '/api/login-mail-do.php',
    access: 'anyone',
    input: LoginLink,
    output: UserAnswer,
    errors: ['link_expired', 'account_suspended', 'account_closed'],
    forms: true,
    waits: true,
  }),
  requestReset: endpoint({
    method: 'POST',
    path: '/api/password-reset.php',
    access: 'anyone',
    input: ResetRequest,
    output: z.strictObject({ sent: z.literal(true) }),
    errors: ['email_unknown', 'email_deleting', 'reset_limit'],
    forms: true,
    limit: 20,
  }),
  resetPassword: endpoint({
    method: 'POST',
    path: '/api/password-reset-do.php',
    access: 'anyone',
    input: PasswordReset,
    output: z.strictObject({ reset: z.literal(true) }),
    errors: ['link_expired'],
    forms: true,
    limit: 20,
  }),
  setLanguage: endpoint({
    method: 'PUT',
    path: '/api/user.php',
    access: 'member',
    input: LanguageChoice,
    output: UserAnswer,
    errors: ['unknown_language'],
  }),
  logout: endpoint({
    method: 'GET',
    path: '/api/logout.php',
    access: 'anyone',
    input: NoInput,
    output: NoOutput,
    changesState: true,
  }),
  pageHidden: endpoint({
    method: 'POST',
    path: '/api/page-hidden.php',
    access: 'anyone',
    input: NoInput,
    output: NoOutput,
    idempotent: true,
    limit: 60,
  }),
};
