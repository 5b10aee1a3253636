// What a handler gets to work with; also the only place on the server that reads the clock.
import type { Calls, CodeOf, Endpoint, InputOf, OutputOf } from '#contract/endpoint';
import type { SharedCode } from '#contract/errors';
import type { LiveEvent } from '#contract/events';
import type { Site } from '#site/load';
import type { Logger } from 'pino';
import type { Db } from './db/index.ts';
import type { Attempt } from './http/idempotency.ts';
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
/**
 * A call that asks somebody outside: `begin` runs in a transaction, what it returns outside of any, and what that returns in a second
 * transaction, whose answer is remembered. Until then the call may come again under its key and begins once more.
 */
export interface OutsideHandler<E extends Endpoint> {
  readonly transactions: 'two';
  begin(ctx: Ctx<CodeOf<E>>, input: InputOf<E>): Promise<() => Promise<(ctx: Ctx<CodeOf<E>>) => Answer<E>>>;
}
/** A call in a transaction whose answer to a caller without any session cookie needs none. Only for calls that take no idempotency key. */
export interface VisitorHandler<E extends Endpoint> {
  readonly transactions: 'with_cookie';
  visitor(ctx: BaseCtx<CodeOf<E>>): Answer<E>;
  handle(ctx: Ctx<CodeOf<E>>, input: InputOf<E>): Answer<E>;
}
/** Who makes a call, with the key it may come again under; whether the session still lives, only the database knows. */
export interface KeyedCaller extends Attempt {
  readonly cookieHash: Uint8Array;
}
/**
 * A call that many make at the same moment: the plain cases are carried out together, in one transaction, whose answers are stored under
 * the callers' keys. `together` answers what was stored, or null for a call that must be made on its own: nothing of it has happened.
 */
export interface BatchedHandler<E extends Endpoint> {
  readonly transactions: 'batched';
  together(ctx: BaseCtx<CodeOf<E>>, input: InputOf<E>, by: KeyedCaller): Promise<string | null>;
  handle(ctx: Ctx<CodeOf<E>>, input: InputOf<E>): Answer<E>;
}
export type Handler<E extends Endpoint> =
  | ((ctx: Ctx<CodeOf<E>>, input: InputOf<E>) => Answer<E>)
  | PlainHandler<E>
  | OpenHandler<E>
  | OutsideHandler<E>
  | VisitorHandler<E>
  | BatchedHandler<E>;

/** All handlers of a feature: leaving one out, or refusing with an undeclared code, does not compile. */
export type Handlers<C extends Calls> = { readonly [Name in keyof C]: Handler<C[Name]> };
