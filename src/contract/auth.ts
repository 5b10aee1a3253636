// Contract of the session: user, login, language and logout.
import * as z from 'zod/mini';
import { endpoint, NoInput, NoOutput } from './endpoint.ts';
import { Country, Gender, Id, Language, MainImage, Moment, openEnum } from './values.ts';

/** The logged-in member, as shown to themselves. `credits` are whole credits. */
export const User = z.strictObject({
  id: Id,
  status: openEnum(['not_confirmed', 'active']),
  credits: z.int(),
  paid_user: z.boolean(),
  language: Language,
  fictional_icon: z.boolean(),
  signup_date: Moment,
  notifications_disabled: z.array(openEnum(['fbl', 'bounce', 'listunsubscribe'])),
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

/** Input of `setLanguage`. Error: `unknown_language` for a language the site does not support. */
export const LanguageChoice = z.strictObject({ language: Language });

/**
 * Calls of the session. `login` answers `login_failed` for any wrong pair of address and password, and
 * `account_blocked` with `minutes` during a lockout. `logout` is a GET because the spec requires it (decisions B3); it
 * never fails.
 */
export const auth = {
  user: endpoint({ method: 'GET', path: '/api/user.php', access: 'anyone', input: NoInput, output: UserAnswer }),
  login: endpoint({
    method: 'POST',
    path: '/api/user.php',
    access: 'anyone',
    input: Credentials,
    output: UserAnswer,
    errors: ['login_failed', 'account_blocked'],
    forms: true,
    limit: 60,
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
};
