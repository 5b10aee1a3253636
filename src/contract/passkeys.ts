// Contract of passkeys: logging in without a password, and the member's own passkeys.
import * as z from 'zod/mini';
import { UserAnswer } from './auth.ts';
import { endpoint, NoInput, NoOutput } from './endpoint.ts';
import { Moment } from './values.ts';

/** A passkey. `used_at` is the last login with it. */
export const Passkey = z.strictObject({
  id: z.string(),
  name: z.string(),
  created_at: Moment,
  used_at: z.nullable(Moment),
});
export type Passkey = z.infer<typeof Passkey>;

const password = z.string().check(z.minLength(1), z.maxLength(1000));
const Id = z.string().check(z.regex(/^[\w-]{1,1400}$/));
const name = z.string().check(z.trim(), z.minLength(1), z.maxLength(40));
const Base64 = z.string().check(z.regex(/^[\w-]*$/), z.maxLength(40_000));

/** What the browser makes of the options of `begin`: `PublicKeyCredential.toJSON()`. */
export const NewCredential = z.object({
  id: Id,
  rawId: Id,
  type: z.literal('public-key'),
  response: z.object({
    clientDataJSON: Base64,
    attestationObject: Base64,
    transports: z.optional(z.array(z.string().check(z.maxLength(20))).check(z.maxLength(8))),
  }),
});
export type NewCredential = z.infer<typeof NewCredential>;

/** What the browser makes of the options of `challenge`. */
export const UsedCredential = z.object({
  id: Id,
  rawId: Id,
  type: z.literal('public-key'),
  response: z.object({ clientDataJSON: Base64, authenticatorData: Base64, signature: Base64 }),
});
export type UsedCredential = z.infer<typeof UsedCredential>;

/** Options for `navigator.credentials`, as `PublicKeyCredential.parse…OptionsFromJSON` takes them. */
const Options = z.strictObject({ options: z.record(z.string(), z.unknown()) });

export const PasskeyStart = z.strictObject({ password });
export type PasskeyStart = z.infer<typeof PasskeyStart>;
export const PasskeyName = z.strictObject({ id: Id, name });
export type PasskeyName = z.infer<typeof PasskeyName>;
export const PasskeyRemoval = z.strictObject({ id: Id, password });
export type PasskeyRemoval = z.infer<typeof PasskeyRemoval>;

/**
 * Calls of passkeys. A challenge is used once, within five minutes, on the host that gave it. Wrong passwords count as failed
 * logins: field `password` with `password_old_wrong`, and `account_blocked` during a lockout.
 * - `challenge` and `login` log in without a password: `passkey_failed` for an unknown passkey, a used or old challenge or a counter that went
 *   back; `email_deleting`, `account_suspended` and `account_closed` as `auth.login`.
 * - `begin` asks for the password and gives the options of a new passkey, which `add` stores: `passkey_failed`, or `passkey_limit` with ten.
 * - `rename` and `remove` change one; an unknown id is `not_found`.
 */
export const passkeys = {
  challenge: endpoint({
    method: 'POST',
    path: '/api/passkey-challenge.php',
    access: 'anyone',
    input: NoInput,
    output: Options,
    limit: 30,
  }),
  login: endpoint({
    method: 'POST',
    path: '/api/passkey-login.php',
    access: 'anyone',
    input: z.strictObject({ credential: UsedCredential }),
    output: UserAnswer,
    errors: ['passkey_failed', 'email_deleting', 'account_suspended', 'account_closed'],
    limit: 30,
  }),
  list: endpoint({
    method: 'GET',
    path: '/api/passkeys.php',
    access: 'member',
    input: NoInput,
    output: z.strictObject({ passkeys: z.array(Passkey) }),
  }),
  begin: endpoint({
    method: 'POST',
    path: '/api/passkey-options.php',
    access: 'member',
    input: PasskeyStart,
    output: Options,
    errors: ['account_blocked', 'passkey_limit'],
    limit: 10,
  }),
  add: endpoint({
    method: 'POST',
    path: '/api/passkeys.php',
    access: 'member',
    input: z.strictObject({ name, credential: NewCredential }),
    output: NoOutput,
    errors: ['passkey_failed', 'passkey_limit'],
    limit: 10,
  }),
  rename: endpoint({
    method: 'PUT',
    path: '/api/passkeys.php',
    access: 'member',
    input: PasskeyName,
    output: NoOutput,
  }),
  remove: endpoint({
    method: 'DELETE',
    path: '/api/passkeys.php',
    access: 'member',
    input: PasskeyRemoval,
    output: NoOutput,
    errors: ['account_blocked'],
    limit: 10,
  }),
};
