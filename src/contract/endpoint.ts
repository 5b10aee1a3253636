// Describes one call as a value, from which the client, the server, the tests and OpenAPI all derive.
import * as z from 'zod/mini';

/**
 * Who may make a call: `anyone`, only a `member` with a live session, a `searcher` (a member, or a visitor the site lets search, see
 * src/domain/visitor-search.ts), or an `operator`, whose session is never a member's.
 */
export type Access = 'anyone' | 'member' | 'searcher' | 'operator';
export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

/** Input of calls that take nothing; unknown keys are refused like everywhere else. */
export const NoInput = z.strictObject({});
export type NoInput = z.infer<typeof NoInput>;

/** Answer of calls that say nothing but "done" (204). */
export const NoOutput = z.null();
export type NoOutput = z.infer<typeof NoOutput>;

/** A streamed body: the content types it may have, and its most bytes. */
export interface Upload {
  readonly types: readonly `${string}/${string}`[];
  readonly maxBytes: number;
}

/**
 * One call of the API.
 * - `input` travels as the query of a GET or an upload, and as the JSON body of everything else.
 * - `upload` marks a call whose body is streamed binary content, such as a photo; its handler is a staged one.
 * - `errors` are the codes this call may answer besides the shared ones of `errors.ts`.
 * - `forms` marks a call that also takes a native form POST from our own pages (decisions C).
 * - `changesState` marks a GET that changes something and so is refused across sites (decisions B3).
 * - `beacon` marks a call sent by the browser itself, which can set no headers (decisions B3).
 * - `idempotent` marks a call that changes nothing when it is repeated: it carries no idempotency key, and its answer is not stored.
 * - `limit` is how many calls a minute one caller may make (default 120), `visitorLimit` how many one who is not logged in.
 */
export interface Endpoint<
  In extends z.ZodMiniType = z.ZodMiniType,
  Out extends z.ZodMiniType = z.ZodMiniType,
  Code extends string = string,
> {
  readonly method: Method;
  readonly path: `/api/${string}`;
  readonly access: Access;
  readonly input: In;
  readonly output: Out;
  readonly errors?: readonly Code[];
  readonly forms?: boolean;
  readonly changesState?: boolean;
  readonly beacon?: boolean;
  readonly idempotent?: boolean;
  readonly upload?: Upload;
  readonly limit?: number;
  readonly visitorLimit?: number;
}

/** Types a call where it is written; returns its argument unchanged. */
export function endpoint<In extends z.ZodMiniType, Out extends z.ZodMiniType, const Code extends string = never>(
  definition: Endpoint<In, Out, Code>,
): Endpoint<In, Out, Code> {
  return definition;
}

/** A feature's calls by name, e.g. `{ list, add }`. */
export type Calls = Record<string, Endpoint>;
export type InputOf<E> = E extends Endpoint<infer In, z.ZodMiniType, string> ? z.infer<In> : never;
export type OutputOf<E> = E extends Endpoint<z.ZodMiniType, infer Out, string> ? z.infer<Out> : never;
export type CodeOf<E> = E extends Endpoint<z.ZodMiniType, z.ZodMiniType, infer Code> ? Code : never;
