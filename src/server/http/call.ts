// One call of the contract as the pipeline carries it from step to step.
import type { Endpoint } from '#contract/endpoint';
import type { BaseCtx, Handler } from '../context.ts';
import type { Services } from '../services.ts';
import type { CallMeter } from './call-limits.ts';
import type { RequestInfo } from './request-info.ts';

/** A call of the contract with its handler; `name` reads like `members.search`. */
export interface Call {
  readonly name: string;
  readonly endpoint: Endpoint;
  readonly handler: Handler<Endpoint>;
}

export interface Input {
  readonly bytes: Uint8Array;
  readonly isForm: boolean;
  /** The query of a GET or of an upload, unchecked. */
  readonly query: Readonly<Record<string, string>>;
  /** The body of an upload in chunks; throws `too_large` past the call's limit. */
  upload(): AsyncIterable<Uint8Array>;
  /** Checks the input; throws `invalid`. Only for callers who may make the call at all. */
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
