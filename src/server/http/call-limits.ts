// Counts a call of the contract against its caller: the account where it is known, else the address.
import { sessionDeposit, takeOrRefuse } from './caller-limits.ts';
import type { Call } from './call.ts';
import { limitKey } from './client-address.ts';
import type { RequestInfo } from './request-info.ts';
import type { Services } from '../services.ts';

const DEFAULT_LIMIT = 120;

/** Counts one call, once however many steps ask for it. A step that is refused has not counted, and so is the next one. */
export interface CallMeter {
  /** Counts it against an account, or against the address when `account` is null. */
  count(account: string | null): void;
  /** Counts it before a transaction is opened, by the account that this process remembers for the session cookie. */
  beforeTransaction(): PendingCount;
}

export interface PendingCount {
  /** The account of the session that the database found; counts the call where only that tells. */
  settle(account: string | null): void;
  /** The database did not answer, so nothing counts against the cookie. */
  abandon(): void;
}

const ALREADY_COUNTED: PendingCount = { settle: () => undefined, abandon: () => undefined };

export function callMeter(services: Services, call: Call, request: RequestInfo): CallMeter {
  let isCounted = false;
  const count = (account: string | null): void => {
    if (isCounted) return;
    takeFromLimit(services, call, request, account);
    isCounted = true;
  };
  return {
    count,
    beforeTransaction() {
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

/** A remembered session is enough to count by, never enough to let a caller in. */
function takeFromLimit(services: Services, call: Call, request: RequestInfo, account: string | null): void {
  const caller = account ?? `ip:${limitKey(request.ip)}`;
  const { limit = DEFAULT_LIMIT, visitorLimit = limit } = call.endpoint;
  takeOrRefuse(services.limiter, `${request.site.id}|${caller}|${call.name}`, account === null ? visitorLimit : limit);
}

/** For a cookie that this process has not seen alive: it counts as a dead one until the database says otherwise. */
function pendingDeposit(services: Services, request: RequestInfo, count: CallMeter['count']): PendingCount {
  const deposit = sessionDeposit(services, request);
  let isSettled = false;
  return {
    settle(account) {
      isSettled = true;
      if (account) deposit.refund();
      count(account);
    },
    abandon: () => void (isSettled || deposit.refund()),
  };
}
