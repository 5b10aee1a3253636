// What a call of staff is handled with, and the kinds of its handlers.
import type { Staff, StaffCallName, StaffInput, StaffOutput } from '#contract/staff';
import type { Services } from '../services.ts';

export interface StaffCtx {
  readonly call: StaffCallName;
  readonly now: Date;
  readonly ip: string;
  readonly isSecure: boolean;
  /** Public scheme and host of the console. */
  readonly origin: string;
  readonly services: Services;
  /** Aborted when the connection is closed before the answer. */
  readonly closeSignal: () => AbortSignal;
  /** SHA-256 of the session cookie. */
  readonly cookieHash: Uint8Array | null;
  /** What makes a repeat of a change harmless; null without a key. */
  readonly attempt: { readonly key: string; readonly bodyHash: Uint8Array } | null;
  /** Who is logged in. Throws for calls open to anyone. */
  staff(): Staff;
  setCookie(cookie: string): void;
}

export type StaffHandler<Name extends StaffCallName> = (
  ctx: StaffCtx,
  input: StaffInput<Name>,
) => Promise<StaffOutput<Name>>;

/** A missing handler does not compile. */
export type StaffHandlers = { readonly [Name in StaffCallName]: StaffHandler<Name> };
