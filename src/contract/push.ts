// Contract of web push: the subscription of a browser, and whether its notifications show details.
import * as z from 'zod/mini';
import { endpoint, NoInput, NoOutput } from './endpoint.ts';

const base64url = (length: number) => z.string().check(z.regex(/^[\w-]+={0,2}$/), z.maxLength(length));

/**
 * A browser's `PushSubscription` as JSON. `details` opts in to texts that say what is new; without it they are neutral. With `discreet`
 * they do not name the brand.
 */
export const PushSubscription = z.strictObject({
  endpoint: z.url().check(z.maxLength(1000)),
  expirationTime: z.optional(z.nullable(z.number())),
  keys: z.strictObject({ p256dh: base64url(120), auth: base64url(40) }),
  details: z.optional(z.boolean()),
  discreet: z.optional(z.boolean()),
});
export type PushSubscription = z.infer<typeof PushSubscription>;

/** `details` is null when this login has no subscription, and `discreet` is missing then. */
export const PushState = z.strictObject({ details: z.nullable(z.boolean()), discreet: z.optional(z.boolean()) });
export type PushState = z.infer<typeof PushState>;

/**
 * The decrypted message, in the form of Declarative Web Push. `app_badge` is the number of unread messages and new likes: Safari reads it
 * beside `notification`, before version 26 and in our own worker inside of it, as a text.
 */
export const PushMessage = z.strictObject({
  web_push: z.literal(8030),
  app_badge: z.int(),
  notification: z.strictObject({
    title: z.string(),
    body: z.string(),
    lang: z.string(),
    tag: z.string(),
    icon: z.url(),
    navigate: z.url(),
    app_badge: z.string(),
    /** The same `id` is the same news, sent again. */
    data: z.strictObject({ id: z.string() }),
  }),
});
export type PushMessage = z.infer<typeof PushMessage>;

/**
 * A subscription belongs to the login that stores it and ends with it. `subscribe` replaces the login's earlier one, and takes
 * over an address that another login had, with what its member chose if that is the same; `details` is null, and nothing is stored, for an
 * address that its push service no longer knows: the browser subscribes anew then. Error: the field `endpoint` is `not_allowed` for an
 * address that is no browser's push service.
 */
export const push = {
  subscribe: endpoint({
    method: 'POST',
    path: '/api/user.php?push=1',
    access: 'member',
    input: PushSubscription,
    output: PushState,
    idempotent: true,
    limit: 30,
  }),
  read: endpoint({ method: 'GET', path: '/api/push.php', access: 'member', input: NoInput, output: PushState }),
  unsubscribe: endpoint({
    method: 'DELETE',
    path: '/api/push.php',
    access: 'member',
    input: NoInput,
    output: NoOutput,
    idempotent: true,
  }),
};
