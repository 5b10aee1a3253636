// Describes one API call as a value, from which client, server, tests and OpenAPI derive.
import * as z from 'zod/mini';

/**
 * Who may make a call: `anyone`; a `member` with a live session; a `searcher`, which is a member or, on sites with
 * visitor search, a visitor (src/domain/visitor-search.ts); or an `operator`, whose session is never a member's.
 */
export type Access = 'anyone' | 'member' | 'searcher' | 'operator';
export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

/** Input of calls without parameters. Unknown keys are refused. */
export const NoInput = z.strictObject({});
export type NoInput = z.infer<typeof NoInput>;

/** Output of calls that answer 204. */
export const NoOutput = z.null();
export type NoOutput = z.infer<typeof NoOutput>;

/** A streamed body: its allowed content types and maximum size. */
export interface Upload {
  readonly types: readonly `${string}/${string}`[];
  readonly maxBytes: number;
}

/**
 * One call of the API.
 * - `input` is the query of a GET or an upload, and the JSON body of every other call.
 * - `upload` marks a call whose body is streamed binary content, such as a photo. Its handler is a staged one.
 * - `errors` are the codes this call may answer besides the shared ones of `errors.ts`.
 * - `forms` marks a call that also accepts a native form POST from our own pages (decisions C).
 * - `changesState` marks a GET with side effects, which is refused across sites (decisions B3).
 * - `beacon` marks a call sent by the browser itself, which cannot set headers (decisions B3).
 * - `idempotent` marks a call without an idempotency key: a repeat changes nothing, and no answer is stored.
 * - `once` marks a call that is not repeated when its answer is lost, since its answer is used up.
 * - `endsSession` marks a call that ends the caller's session: its answer is repeated to the ended session.
 * - `limit` is the number of calls per minute and caller (default 120), `visitorLimit` the same for callers without a
 *   login; their invalid calls have the same limit once more. `waits` marks a call whose callers wait instead
 *   (src/server/http/concurrency-limits.ts).
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
  readonly once?: boolean;
  readonly endsSession?: boolean;
  readonly limit?: number;
  readonly visitorLimit?: number;
  readonly waits?: boolean;
}

/** Infers the types of a call, and whether it takes an upload; returns its argument unchanged. */
export function endpoint<
  In extends z.ZodMiniType,
  Out extends z.ZodMiniType,
  const Code extends string = never,
  Body extends Upload | undefined = undefined,
>(
  definition: Endpoint<In, Out, Code> & { readonly upload?: Body },
): Endpoint<In, Out, Code> & { readonly upload?: Body } {
  return definition;
}

/** A call whose body is JSON. */
export type JsonEndpoint = Endpoint & { readonly upload?: undefined };

/** The calls of a feature by name, e.g. `{ list, add }`. */
export type Calls = Record<string, Endpoint>;
export type InputOf<E> = E extends Endpoint<infer In, z.ZodMiniType, string> ? z.infer<In> : never;
export type OutputOf<E> = E extends Endpoint<z.ZodMiniType, infer Out, string> ? z.infer<Out> : never;
export type CodeOf<E> = E extends Endpoint<z.ZodMiniType, z.ZodMiniType, infer Code> ? Code : never;
