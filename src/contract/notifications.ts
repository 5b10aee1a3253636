// Contract of notifications: which types a member wants by mail and by push, whether mails are stopped, and unsubscribing by link.
import * as z from 'zod/mini';
import { endpoint, NoInput } from './endpoint.ts';

/** Types of notification mails. Mailed links name a type by its place here: only append. */
export const notificationTypes = [
  'new_conversations',
  'new_messages',
  'like',
  'unread_message_reminders',
  'promotions',
  'weekly_updates',
  'news',
  'reminders',
  'saved_searches',
] as const;
export type NotificationType = (typeof notificationTypes)[number];

/** Types that are also told by push; the others come by mail alone. */
export const pushTypes = ['new_conversations', 'new_messages', 'like'] as const;
export type PushType = (typeof pushTypes)[number];

/** Why no notification mail is sent: marked as spam, undeliverable, or unsubscribed from everything. */
export const disabledReasons = ['fbl', 'bounce', 'listunsubscribe'] as const;
export type DisabledReason = (typeof disabledReasons)[number];

const TimeOfDay = z.string().check(z.regex(/^([01]\d|2[0-3]):[0-5]\d$/));
/** Every day between these times, by the clock of the member's place, pushes and notification mails wait. */
export const QuietHours = z.strictObject({ from: TimeOfDay, to: TimeOfDay });
export type QuietHours = z.infer<typeof QuietHours>;

/**
 * `email` is where the mails go, `types` says of each type whether it is wanted by mail, `push` whether by push. `devices` are the logins with
 * push. While `disabled` has a reason, no notification mail is sent. `quiet` is null without quiet hours.
 */
export const Notifications = z.strictObject({
  email: z.string(),
  types: z.record(z.enum(notificationTypes), z.boolean()),
  push: z.record(z.enum(pushTypes), z.boolean()),
  devices: z.int(),
  disabled: z.array(z.enum(disabledReasons)),
  quiet: z.nullable(QuietHours),
});
export type Notifications = z.infer<typeof Notifications>;

/** The token of a mail's link. `all` stops every type instead of those that the mail has told. */
export const Unsubscription = z.strictObject({
  token: z.string().check(z.maxLength(200)),
  all: z.optional(z.literal('yes')),
});

/** The address of one-click unsubscription (RFC 8058), with the token as its query. A GET leads to the page. */
export const oneClickPath = '/api/one-click.php';
/** Where the mail service reports bounces, complaints and list unsubscriptions. */
export const mailWebhookPath = '/api/webhook/mail';

/**
 * `set` switches the mails of one type, `setPush` its pushes on all devices. `setQuiet` sets the quiet hours or, with null, ends them; error: the field `quiet.to` is `not_allowed` when it is the
 * same as `from`. `enable` clears the reasons that stopped the mails; they come again when the mail service
 * reports again. `unsubscribe` needs no session: error `unknown_link` (410) for a token that is not ours.
 */
export const notifications = {
  read: endpoint({
    method: 'GET',
    path: '/api/notifications.php',
    access: 'member',
    input: NoInput,
    output: Notifications,
  }),
  set: endpoint({
    method: 'PUT',
    path: '/api/notifications.php',
    access: 'member',
    input: z.strictObject({ type: z.enum(notificationTypes), wanted: z.boolean() }),
    output: Notifications,
  }),
  setPush: endpoint({
    method: 'PUT',
    path: '/api/push-types.php',
    access: 'member',
    input: z.strictObject({ type: z.enum(pushTypes), wanted: z.boolean() }),
    output: Notifications,
  }),
  setQuiet: endpoint({
    method: 'PUT',
    path: '/api/quiet-hours.php',
    access: 'member',
    input: z.strictObject({ quiet: z.nullable(QuietHours) }),
    output: Notifications,
  }),
  enable: endpoint({
    method: 'POST',
    path: '/api/notifications.php',
    access: 'member',
    input: NoInput,
    output: Notifications,
    limit: 10,
  }),
  unsubscribe: endpoint({
    method: 'POST',
    path: '/api/unsubscribe.php',
    access: 'anyone',
    input: Unsubscription,
    output: z.strictObject({ unsubscribed: z.literal(true) }),
    errors: ['unknown_link'],
    forms: true,
    limit: 30,
  }),
};
