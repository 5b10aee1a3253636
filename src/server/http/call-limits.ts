// Rate limit of a call: per account if known, else per address.
import { sessionPermit, takeOrRefuse } from './caller-limits.ts';
import type { Call, Input } from './call.ts';
import { limitKey } from './client-address.ts';
import type { RequestInfo } from './request-info.ts';
import type { Services } from '../services.ts';
import { Refusal } from './refusal.ts';

const DEFAULT_LIMIT = 120;

/** Counts a call once, even if several steps request it. A refused step counts nothing, so the next step checks again. */
export interface CallMeter {
  /** Counts the call for an account, or for the address when `account` is null. */
  count(account: string | null): void;
  /** Counts the call before a transaction opens, for the cached account of the session cookie; an unknown cookie may have to wait. */
  beforeTransaction(): Promise<PendingCount>;
}

export interface PendingCount {
  /** Takes the account of the session in the database, null for none; counts the call if that was unknown before. */
  settle(account: string | null): void;
  /** There is no live session, and the call needs one: only the cookie counts, so that all whose session has ended are told so. */
  settleEnded(): void;
  /** The transaction has failed: nothing is counted for the cookie unless it was settled before. */
  abandon(): void;
}

const nothing = (): void => undefined;
const ALREADY_COUNTED: PendingCount = { settle: nothing, settleEnded: nothing, abandon: nothing };

export function callMeter(services: Services, call: Call, request: RequestInfo, input: Input): CallMeter {
  let isCounted = false;
  const count = (account: string | null): void => {
    if (isCounted || call.endpoint.waits) return;
    takeFromLimit(services, { call, request, input }, account);
    isCounted = true;
  };
  return {
    count,
    async beforeTransaction() {
      if (isCounted) return ALREADY_COUNTED;
      const cookieHash = request.cookieHash();
      const owner = cookieHash && services.sessionOwners.get(request.site.id, cookieHash);
      if (cookieHash && !owner) return pendingCount(services, request, cookieHash, count);
      count(owner);
      const settle = (account: string | null): void => {
        if (account !== owner) takeFromLimit(services, { call, request, input }, account);
      };
      return { settle, settleEnded: nothing, abandon: nothing };
    },
  };
}

interface CountedCall {
  readonly call: Call;
  readonly request: RequestInfo;
  readonly input: Input;
}

/** A cached session is sufficient for rate limits, never for authorization. */
function takeFromLimit({ limiter }: Services, { call, request, input }: CountedCall, account: string | null): void {
  const { limit = DEFAULT_LIMIT, visitorLimit = limit } = call.endpoint;
  const keyOf = (caller: string): string => `${request.site.id}|${caller}|${call.name}`;
  if (account !== null) return takeOrRefuse(limiter, keyOf(account), limit);
  // Apart, so that empty forms do not keep the others behind the address from signing up.
  const kind = isValid(input) ? 'ip' : 'invalid ip';
  takeOrRefuse(limiter, keyOf(`${kind}:${limitKey(request.ip)}`), visitorLimit);
}

function isValid(input: Input): boolean {
  try {
    input.check();
    return true;
  } catch (error) {
    if (error instanceof Refusal) return false;
    throw error;
  }
}

/** For a session cookie not yet seen live: it counts as dead until the database confirms it. */
async function pendingCount(
  services: Services,
  request: RequestInfo,
  cookieHash: Uint8Array,
  count: CallMeter['count'],
): Promise<PendingCount> {
  const permit = await sessionPermit(services, request, cookieHash);
  let isSettled = false;
  const settleEnded = (): void => {
    isSettled = true;
    permit.release();
  };
  return {
    settle(account) {
      if (account) permit.refund();
      settleEnded();
      count(account);
    },
    settleEnded,
    abandon() {
      if (!isSettled) permit.refund();
      permit.release();
    },
  };
}
