// What travels to join and to confirm the e-mail address (spec §3 signup form, §4 signup flow).
import * as z from 'zod/mini';
import { endpoint, NoInput, NoOutput } from './endpoint.ts';
import { Country, genders, Language, LenientText } from './values.ts';

/** Whom somebody looks for, as the signup form asks it; gender and this together give the sexuality. */
export const soughtGenders = ['male', 'female', 'both'] as const;

const shortText = z.optional(z.string().check(z.maxLength(200)));
/** What a visitor came with (spec §3 tracking query): kept from page to page in links and forms, and stored with the account. */
const TrackingFields = {
  network: LenientText,
  ref: LenientText,
  sub1: LenientText,
  sub2: LenientText,
  sub3: LenientText,
};

/**
 * What a form may bring along unasked: the traffic source, the member one came for, and what a lander asked besides (`interests` are
 * keys joined by commas, `region` an id such as `NL-UT`); whatever of it the site does not know is left out.
 */
const HiddenFields = {
  ...TrackingFields,
  member: shortText,
  interests: z.optional(z.string().check(z.maxLength(2000))),
  region: z.optional(z.string().check(z.maxLength(20))),
};
const BirthFields = {
  birth_day: z.optional(z.string().check(z.maxLength(4))),
  birth_month: z.optional(z.string().check(z.maxLength(4))),
  birth_year: z.optional(z.string().check(z.maxLength(6))),
};
const signup_message = z.optional(z.string().check(z.maxLength(10_000)));

/** The first step, as landers ask it: what is there is checked, what is missing is asked on the signup page. */
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
 * The signup form. `date_of_birth` is a calendar day, `YYYY-MM-DD`, or empty (`too_young`); a native form sends `birth_day`, `birth_month` and `birth_year`
 * instead, which the server joins. `signup_message` becomes the profile's first words. Without two ticks nobody joins:
 * `terms` accepts the terms, `consent` lets the site use what says whom somebody loves (GDPR, article 9).
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

/** The button of a mailed link; `password` is the account's, for a browser that is not logged in to it. */
export const ActivationForm = z.strictObject({
  token: z.string().check(z.maxLength(200)),
  password: z.optional(z.string().check(z.maxLength(1000))),
});
export type ActivationForm = z.infer<typeof ActivationForm>;

/**
 * Joining. `begin` checks a lander's first step (422 with the refused fields, also too young) and stores nothing: a native form gets the
 * signup page with its answers in it, but for a `seeks` that the site has no room for beside `gender`, which is asked there again.
 * `join` starts a session and mails the link, in place of an account with this address that nobody has confirmed; it answers `email_known`
 * for the address of an active account, `email_deleting` for one that is about to be deleted, `check_mail` where no more may be told about
 * addresses and all goes on by mail, `too_young`, and the codes of a bad name, password or address beside their fields (422). `activate`
 * takes the token of a mailed link (256 random bits, base64url), and the account's password from a browser that is not logged in to it
 * (`required`, `password_wrong` beside the field); the same link may be used again, `link_expired` is for any that is old or unknown. `sendAgain`
 * mails a new link at most once a minute (`wait` with `retry_after` in seconds). `join` and `sendAgain` answer `mail_limit` when an address has had
 * all the mails of its day.
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
    errors: ['email_known', 'email_deleting', 'signups_closed', 'mail_limit', 'account_blocked', 'check_mail'],
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
    errors: ['wait', 'already_active', 'mail_limit'],
    forms: true,
    limit: 10,
  }),
};
