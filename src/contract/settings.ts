// Contract of the account's settings: privacy, password, e-mail address, and sessions.
import * as z from 'zod/mini';
import { endpoint, NoInput, NoOutput } from './endpoint.ts';
import { Moment } from './values.ts';

/**
 * What the settings page shows. `visible` is false in invisible mode. With `quick_exit` a key leaves the site at once. `show_to_visitors`: whether people who are not logged in
 * may see a preview. `pending_email` waits for its confirmation. The dates say when terms and the use of sensitive data
 * were accepted, and the latter withdrawn.
 */
export const Settings = z.strictObject({
  email: z.string(),
  pending_email: z.nullable(z.string()),
  visible: z.boolean(),
  show_to_visitors: z.boolean(),
  quick_exit: z.boolean(),
  accepted_terms_at: z.nullable(Moment),
  consented_at: z.nullable(Moment),
  consent_withdrawn_at: z.nullable(Moment),
});
export type Settings = z.infer<typeof Settings>;

/** Input of `setPrivacy`: the switches that change. */
export const Privacy = z.strictObject({
  visible: z.optional(z.boolean()),
  show_to_visitors: z.optional(z.boolean()),
  quick_exit: z.optional(z.boolean()),
});
export type Privacy = z.infer<typeof Privacy>;

const password = z.string().check(z.minLength(1), z.maxLength(1000));

/** Input of `changePassword`: the current password, and the new one twice. */
export const PasswordChange = z.strictObject({ old: password, password, password_again: password });
export type PasswordChange = z.infer<typeof PasswordChange>;

/** Input of `changeEmail`. `email` is trimmed; at most 254 characters. */
export const EmailChange = z.strictObject({
  email: z.string().check(z.trim(), z.minLength(1), z.maxLength(254)),
  password,
});
export type EmailChange = z.infer<typeof EmailChange>;

/** Input of `requestExport`. */
export const ExportRequest = z.strictObject({ password });
export type ExportRequest = z.infer<typeof ExportRequest>;

/**
 * The latest export. `made_at` is null while it is being made; until `expires_at` it can be downloaded at `exportPath`. One that
 * has `failed` may be asked for again at once.
 */
export const DataExport = z.strictObject({
  requested_at: Moment,
  made_at: z.nullable(Moment),
  failed: z.boolean(),
  expires_at: Moment,
});
export type DataExport = z.infer<typeof DataExport>;

/** The archive of the caller's latest export (`GET`, with the session). */
export const exportPath = '/api/export-file.php';

/** Input of `finishEmailChange`: the token of a mailed link. */
const MailedToken = z.strictObject({ token: z.string().check(z.maxLength(200)) });

/**
 * A login. `id` names it in `endSessions`. `browser` and `system` are names such as `Firefox` and `Android`, null when unknown;
 * `country` is an ISO code as of the login, if known;
 * `seen_at` is exact to some minutes.
 */
export const OwnSession = z.strictObject({
  id: z.string(),
  browser: z.nullable(z.string()),
  system: z.nullable(z.string()),
  country: z.nullable(z.string()),
  created_at: Moment,
  seen_at: Moment,
  current: z.boolean(),
});
export type OwnSession = z.infer<typeof OwnSession>;

/**
 * Calls of the settings. Field errors answer 422 with `invalid`; a wrong password counts as a failed login, and
 * `account_blocked` answers during a lockout.
 * - `changePassword` ends all other sessions and renews this one; passkeys stay. Fields: `old` with `password_old_wrong`, `password`,
 *   `password_again` with `passwords_differ`.
 * - `changeEmail` mails a link to the new address, which is used once it is confirmed, and one to undo that to the old address.
 *   Errors: `email_unconfirmed` (the way to correct such an address is `signup.changeAddress`; in a neutral brand `join_again`), field `email` with `email_own`,
 *   `email_known`, `email_deleting` with `until`, `mail_limit` of the new address or the one before, `too_many_requests` at the disclosure limit. In a
 *   neutral brand a taken address is refused when the link is used.
 * - `cancelEmailChange` ends the link to the new address; the address stays as it is. Error: `link_expired` when no change
 *   was waiting, such as after its confirmation.
 * - `finishEmailChange` takes the token of either mailed link: the one to the new address changes it (and tells the old
 *   address, with a link to undo that for 48 hours), ends all other sessions and renews this one; one to the old address
 *   changes it back, or ends a change that is not confirmed yet, and ends all sessions.
 *   Errors: `link_expired`, `email_known` when the address has been taken meanwhile.
 * - `requestExport` has an archive made of all data held of the caller, and mails that it is ready. Errors: field `password`,
 *   `export_limit` with `retry_after` within 24 hours of the last request.
 * - `readExport` is the latest export, null without one.
 * - `endSessions` ends the session with that id, or all others without one.
 */
export const settings = {
  read: endpoint({
    method: 'GET',
    path: '/api/account.php',
    access: 'member',
    input: NoInput,
    output: z.strictObject({ settings: Settings }),
  }),
  setPrivacy: endpoint({
    method: 'PUT',
    path: '/api/privacy.php',
    access: 'member',
    input: Privacy,
    output: NoOutput,
  }),
  changePassword: endpoint({
    method: 'PUT',
    path: '/api/password.php',
    access: 'member',
    input: PasswordChange,
    output: NoOutput,
    errors: ['account_blocked'],
    endsSession: true,
    limit: 10,
  }),
  changeEmail: endpoint({
    method: 'PUT',
    path: '/api/email.php',
    access: 'member',
    input: EmailChange,
    output: NoOutput,
    errors: ['account_blocked', 'email_unconfirmed', 'join_again', 'email_known', 'email_deleting', 'mail_limit'],
    limit: 10,
  }),
  cancelEmailChange: endpoint({
    method: 'DELETE',
    path: '/api/email.php',
    access: 'member',
    input: NoInput,
    output: NoOutput,
    errors: ['link_expired'],
  }),
  finishEmailChange: endpoint({
    method: 'POST',
    path: '/api/email-confirm.php',
    access: 'anyone',
    input: MailedToken,
    output: z.strictObject({ changed: z.literal(true) }),
    errors: ['link_expired', 'email_known'],
    forms: true,
    limit: 30,
  }),
  requestExport: endpoint({
    method: 'POST',
    path: '/api/export.php',
    access: 'member',
    input: ExportRequest,
    output: NoOutput,
    errors: ['account_blocked', 'export_limit'],
    limit: 10,
  }),
  readExport: endpoint({
    method: 'GET',
    path: '/api/export.php',
    access: 'member',
    input: NoInput,
    output: z.strictObject({ export: z.nullable(DataExport) }),
  }),
  sessions: endpoint({
    method: 'GET',
    path: '/api/sessions.php',
    access: 'member',
    input: NoInput,
    output: z.strictObject({ sessions: z.array(OwnSession) }),
  }),
  endSessions: endpoint({
    method: 'DELETE',
    path: '/api/sessions.php',
    access: 'member',
    input: z.strictObject({ id: z.optional(z.string().check(z.regex(/^[0-9a-f]{64}$/))) }),
    output: NoOutput,
  }),
};
