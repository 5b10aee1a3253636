// What travels over the live connection: one discriminated union, stored until every tab has had a chance to read it.
import * as z from 'zod/mini';

/** `user` means "fetch the user again"; `logout` means the session ended somewhere else. */
export const LiveEvent = z.discriminatedUnion('type', [
  z.strictObject({ type: z.literal('user') }),
  z.strictObject({ type: z.literal('logout') }),
]);
export type LiveEvent = z.infer<typeof LiveEvent>;

/** Where the live connection is opened; not a JSON call, so it stands apart from the endpoints. */
export const liveStream = { method: 'GET', path: '/api/events.php', access: 'member' } as const;
