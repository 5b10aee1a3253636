// What a handler gets to work with; also the only place on the server that reads the clock.
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
/** Milliseconds since some moment, for measuring how long a call took. */
export const stopwatch = (): number => performance.now();

/** What every call has. */
export interface BaseCtx<Code extends string = string> {
  readonly site: Site;
  /** The niche's number; decided by the host, never by the query. */
  readonly tenant: number;
  readonly requestId: string;
  readonly ip: string;
  /** Scheme and host of this site as the browser knows them. */
  readonly origin: string;
  /** The visitor's country if a trusted proxy said so. */
  readonly country: string | null;
  /** The language of the account, else of the cookie, else of the site. */
  readonly language: string;
  /** Whether the browser has a language cookie: then nobody chooses for it. */
  readonly hasLanguage: boolean;
  /** Whether the cookie came along that tells static pages of a login. */
  readonly hasHint: boolean;
  /** Whether the visitor came over HTTPS. */
  readonly isSecure: boolean;
  readonly userAgent: string;
  /** SHA-256 of the session cookie that came along, live or dead. */
  readonly cookieHash: Uint8Array | null;
  readonly log: Logger;
  now(): Date;
  setCookie(cookie: string): void;
  /** Makes the error to throw: `throw ctx.refuse('blocked')`. Takes only codes that the call declares. */
  refuse(code: Code | SharedCode, detail?: RefusalDetail): Refusal;
}

/** What a call in a transaction has besides. */
export interface Ctx<Code extends string = string> extends BaseCtx<Code> {
  /** The transaction: the only handle a handler may use. */
  readonly db: Db;
  readonly session: Session | null;
  readonly account: Viewer | null;
  /** The key under which the call may come again; null for a call that carries none. */
  readonly key: string | null;
  /** The member who calls; refuses with authentication_required when there is none. */
  member(): Viewer;
  /** Sends a live event to an account's tabs once the transaction has committed. */
  emit(event: LiveEvent, to: EventTarget): void;
  /** Says something to an account's open tabs after the commit, without storing it. */
  signal(event: Signal, to: EventTarget): void;
}

export interface EventTarget {
  readonly account: string;
  /** Narrows it to the tabs of one login. */
  readonly session?: Uint8Array;
}

/** An event, and whom it is told. */
export type EmittedEvent = readonly [LiveEvent, EventTarget];

/** What a call has that opens its own transactions, because it must not hold one while it works. */
export interface ConnectionCtx<Code extends string = string> extends BaseCtx<Code> {
  inTenant<T>(work: (db: Db) => Promise<T>): Promise<T>;
}

type Answer<E extends Endpoint> = Promise<OutputOf<E>> | OutputOf<E>;
/** A call that needs no database. */
export interface PlainHandler<E extends Endpoint> {
  readonly transactions: 'none';
  handle(ctx: BaseCtx<CodeOf<E>>, input: InputOf<E>): Answer<E>;
}
export interface OpenHandler<E extends Endpoint> {
  readonly transactions: 'own';
  handle(ctx: ConnectionCtx<CodeOf<E>>, input: InputOf<E>): Answer<E>;
}
/** An answer that is already text: stored under the call's key, or repeated from there. */
export class SerializedAnswer {
  readonly answer: ApiAnswer;
  constructor(answer: ApiAnswer) {
    this.answer = answer;
  }
}
/** Who makes a call, with the key under which it may be retried. Whether the session still lives, only the database knows. */
export interface KeyedCaller extends Attempt {
  readonly cookieHash: Uint8Array;
}

/**
 * What a staged call has: it decides itself which transactions it needs. Each of these counts the call against the caller's rate limit
 * before it does anything, once for the whole call.
 */
export interface StagedCtx<E extends Endpoint> extends BaseCtx<CodeOf<E>> {
  /** Runs `work` as the handler of a plain call: in one transaction, with session, key and events. Its result is the call's answer. */
  transaction(work: (ctx: Ctx<CodeOf<E>>, input: InputOf<E>) => Answer<E>): Promise<SerializedAnswer>;
  /** The same for a step before the last: its result is not the answer. A call that was answered before under its key ends here. */
  prepare<T>(work: (ctx: Ctx<CodeOf<E>>, input: InputOf<E>) => Promise<T>): Promise<T>;
  /** The caller as this process remembers the session, with the checked input. Null when it does not, or when the call has no key. */
  cachedCaller(): { readonly caller: KeyedCaller; readonly input: InputOf<E> } | null;
  /** The streamed body of a call whose contract has `upload`; throws `too_large` past its limit. Read it outside of transactions. */
  upload(): AsyncIterable<Uint8Array>;
  /** The answer of a statement that has stored it under the call's key. */
  serialized(body: string): SerializedAnswer;
}
/** A call in several steps, or one that needs no database for some callers. */
export interface StagedHandler<E extends Endpoint> {
  readonly transactions: 'staged';
  handle(ctx: StagedCtx<E>): Promise<SerializedAnswer | OutputOf<E>> | OutputOf<E>;
}
export type Handler<E extends Endpoint> =
  ((ctx: Ctx<CodeOf<E>>, input: InputOf<E>) => Answer<E>) | PlainHandler<E> | OpenHandler<E> | StagedHandler<E>;

/** All handlers of a feature: leaving one out, or refusing with an undeclared code, does not compile. */
export type Handlers<C extends Calls> = { readonly [Name in keyof C]: Handler<C[Name]> };
