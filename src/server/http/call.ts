// State of a call as it passes through the pipeline.
import type { Endpoint } from '#contract/endpoint';
import type { BaseCtx, Handler } from '../context.ts';
import type { Services } from '../services.ts';
import type { CallMeter } from './call-limits.ts';
import type { RequestInfo } from './request-info.ts';

/** A call of the contract with its handler; `name` is like `members.search`. */
export interface Call {
  readonly name: string;
  readonly endpoint: Endpoint;
  readonly handler: Handler<Endpoint>;
}

export interface Input {
  readonly bytes: Uint8Array;
  readonly isForm: boolean;
  /** The unvalidated query of a GET or an upload. */
  readonly query: Readonly<Record<string, string>>;
  /** The body of an upload in chunks; throws `too_large` past the call's limit. */
  upload(): AsyncIterable<Uint8Array>;
  /** Validates the input; throws `invalid`, which only callers with access are told. */
  check(): unknown;
}

/** Everything a step of the pipeline may need. */
export interface CallInProgress {
  readonly services: Services;
  readonly call: Call;
  readonly request: RequestInfo;
  readonly input: Input;
  readonly base: BaseCtx;
  readonly meter: CallMeter;
}
