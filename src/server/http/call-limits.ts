// Rate limit of a call: per account if known, else per address.
import { sessionDeposit, takeOrRefuse } from './caller-limits.ts';
import type { Call } from './call.ts';
import { limitKey } from './client-address.ts';
import type { RequestInfo } from './request-info.ts';
import type { Services } from '../services.ts';

const DEFAULT_LIMIT = 120;

/** Counts a call once, even if several steps request it. A refused step counts nothing, so the next step checks again. */
export interface CallMeter {
  /** Counts the call for an account, or for the address when `account` is null. */
  count(account: string | null): void;
  /** Counts the call before a transaction opens, for the cached account of the session cookie; an unknown cookie may have to wait. */
  beforeTransaction(): Promise<PendingCount>;
}

export interface PendingCount {
  /** Takes the account of the session in the database; counts the call if that was unknown before. */
  settle(account: string | null): void;
  /** Nothing is counted for the cookie unless the database has answered. */
  abandon(): void;
}

const ALREADY_COUNTED: PendingCount = { settle: () => undefined, abandon: () => undefined };

export function callMeter(services: Services, call: Call, request: RequestInfo): CallMeter {
  let isCounted = false;
  const count = (account: string | null): void => {
    if (isCounted || call.endpoint.waits) return;
    takeFromLimit(services, call, request, account);
    isCounted = true;
  };
  return {
    count,
    async beforeTransaction() {
      if (isCounted) return ALREADY_COUNTED;
      const cookieHash = request.cookieHash();
      const owner = cookieHash && services.sessionOwners.get(request.site.id, cookieHash);
      if (cookieHash && !owner) return pendingDeposit(services, request, count);
      count(owner);
      const settle = (account: string | null): void => {
        if (account !== owner) takeFromLimit(services, call, request, account);
      };
      return { settle, abandon: () => undefined };
    },
  };
}

/** A cached session is sufficient for rate limits, never for authorization. */
function takeFromLimit(services: Services, call: Call, request: RequestInfo, account: string | null): void {
  const caller = account ?? `ip:${limitKey(request.ip)}`;
  const { limit = DEFAULT_LIMIT, visitorLimit = limit } = call.endpoint;
  takeOrRefuse(services.limiter, `${request.site.id}|${caller}|${call.name}`, account === null ? visitorLimit : limit);
}

/** For a session cookie not yet seen live: it counts as dead until the database confirms it. */
async function pendingDeposit(
  services: Services,
  request: RequestInfo,
  count: CallMeter['count'],
): Promise<PendingCount> {
  const deposit = await sessionDeposit(services, request);
  let isSettled = false;
  return {
    settle(account) {
      isSettled = true;
      if (account) deposit.refund();
      deposit.leave();
      count(account);
    },
    abandon() {
      if (!isSettled) deposit.refund();
      deposit.leave();
    },
  };
}
