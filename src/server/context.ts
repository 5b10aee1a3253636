// The contexts and kinds of handlers; also the server's only reader of the clock.
import type { Calls, CodeOf, Endpoint, InputOf, OutputOf } from '#contract/endpoint';
import type { SharedCode } from '#contract/errors';
import type { LiveEvent } from '#contract/events';
import type { Site } from '#site/load';
import type { Logger } from 'pino';
import type { Db } from './db/index.ts';
import type { Attempt } from './http/idempotency.ts';
import type { Answer as ApiAnswer } from './http/responses.ts';
import type { Signal } from './live/hub.ts';
import type { Refusal, RefusalDetail } from './http/refusal.ts';
import type { Session, Viewer } from './auth/sessions.ts';

export type Clock = () => Date;
export const systemClock: Clock = () => new Date(Date.now());
/** Monotonic milliseconds for measuring durations. */
export const stopwatch = (): number => performance.now();

/** Context of every call. */
export interface BaseCtx<Code extends string = string> {
  readonly site: Site;
  /** Number of the niche, determined by the host, never by the query. */
  readonly tenant: number;
  readonly requestId: string;
  readonly ip: string;
  /** Public scheme and host of this site. */
  readonly origin: string;
  /** The visitor's country as ISO 3166-1 alpha-2, if known. */
  readonly country: string | null;
  /** The language of the account, else of the cookie, else of the site. */
  readonly language: string;
  /** Whether the browser has a language cookie, which is then not overwritten. */
  readonly hasLanguage: boolean;
  /** Whether the browser sent the hint cookie of a login. */
  readonly hasHint: boolean;
  /** Whether the request came over HTTPS. */
  readonly isSecure: boolean;
  readonly userAgent: string;
  /** SHA-256 of the session cookie, live or expired. */
  readonly cookieHash: Uint8Array | null;
  /** Tokens by which accounts may know this browser, not checked yet (`known-browser.ts`). */
  readonly knownTokens: readonly string[];
  /** Aborted when the connection is closed before the answer. */
  readonly closeSignal: () => AbortSignal;
  readonly log: Logger;
  now(): Date;
  setCookie(cookie: string): void;
  /** Creates the error to throw: `throw ctx.refuse('blocked')`. Accepts only codes that the call declares. */
  refuse(code: Code | SharedCode, detail?: RefusalDetail): Refusal;
}

/** Context of a call in a transaction. */
export interface Ctx<Code extends string = string> extends BaseCtx<Code> {
  /** The transaction of the call, the only database handle for handlers. */
  readonly db: Db;
  readonly session: Session | null;
  readonly account: Viewer | null;
  /** The call's idempotency key; null without one. */
  readonly key: string | null;
  /** The calling member. Throws authentication_required for a visitor. */
  member(): Viewer;
  /** Publishes a live event to an account's tabs after the commit. */
  emit(event: LiveEvent, to: EventTarget): void;
  /** Publishes an ephemeral event after the commit; it is never stored or replayed. */
  signal(event: Signal, to: EventTarget): void;
}

export interface EventTarget {
  readonly account: string;
  /** Limits the event to the tabs of one session. */
  readonly session?: Uint8Array;
}

/** An event with its recipient. */
export type EmittedEvent = readonly [LiveEvent, EventTarget];

/** Context of a call that opens its own transactions, because it must not hold one while it works. */
export interface ConnectionCtx<Code extends string = string> extends BaseCtx<Code> {
  inTenant<T>(work: (db: Db) => Promise<T>): Promise<T>;
}

type Answer<E extends Endpoint> = Promise<OutputOf<E>> | OutputOf<E>;
/** A call that needs no database. */
export interface NoDatabaseHandler<E extends Endpoint> {
  readonly transactions: 'none';
  handle(ctx: BaseCtx<CodeOf<E>>, input: InputOf<E>): Answer<E>;
}
export interface OwnTransactionsHandler<E extends Endpoint> {
  readonly transactions: 'own';
  handle(ctx: ConnectionCtx<CodeOf<E>>, input: InputOf<E>): Answer<E>;
}
/** An answer that is already serialized, either new or replayed for the call's key. */
export class SerializedAnswer {
  readonly answer: ApiAnswer;
  constructor(answer: ApiAnswer) {
    this.answer = answer;
  }
}
/** The caller and key of a retryable call. Only the database knows whether the session is live. */
export interface KeyedCaller extends Attempt {
  readonly cookieHash: Uint8Array;
  /** The number that is locked meanwhile (`lockOf`). */
  readonly lock: bigint;
}

/**
 * Context of a staged call, which opens the transactions it needs. Each method first counts the call against the
 * caller's rate limit, once per call.
 */
export interface StagedCtx<E extends Endpoint> extends BaseCtx<CodeOf<E>> {
  /**
   * Runs `work` like a plain handler, in one transaction with session, key and events. Its result is the call's answer.
   */
  transaction(work: (ctx: Ctx<CodeOf<E>>, input: InputOf<E>) => Answer<E>): Promise<SerializedAnswer>;
  /** Runs an earlier step in the same way; its result is not the answer. A replayed call ends here. */
  prepare<T>(work: (ctx: Ctx<CodeOf<E>>, input: InputOf<E>) => Promise<T>): Promise<T>;
  /** The caller according to the session cache, with the validated input. Null without a cached session or a key. */
  cachedCaller(): { readonly caller: KeyedCaller; readonly input: InputOf<E> } | null;
  /** The streamed body of a call with `upload`; throws `too_large` past its limit. Do not read it in a transaction. */
  upload(): AsyncIterable<Uint8Array>;
  /** The answer of a statement that has already stored it under the call's key. */
  serialized(body: string): SerializedAnswer;
}
/** A call in several steps, or one that needs no database for some callers. */
export interface StagedHandler<E extends Endpoint> {
  readonly transactions: 'staged';
  handle(ctx: StagedCtx<E>): Promise<SerializedAnswer | OutputOf<E>> | OutputOf<E>;
}
export type Handler<E extends Endpoint> =
  | ((ctx: Ctx<CodeOf<E>>, input: InputOf<E>) => Answer<E>)
  | NoDatabaseHandler<E>
  | OwnTransactionsHandler<E>
  | StagedHandler<E>;

/** All handlers of a feature. A missing handler or an undeclared error code does not compile. */
export type Handlers<C extends Calls> = { readonly [Name in keyof C]: Handler<C[Name]> };
