// Counts a call of the contract against its caller: the account where it is known, else the address.
import { limitKey } from './client-address.ts';
import type { Call } from './pipeline.ts';
import type { Services } from '../services.ts';
import type { RequestInfo } from './request-info.ts';
import { sessionDeposit, takeOrRefuse } from './caller-limits.ts';

const DEFAULT_LIMIT = 120;

/** Counts a call against an account, or against the address when `account` is null. */
export function limitCall(services: Services, call: Call, visit: RequestInfo, account: string | null): void {
  const caller = account ?? `ip:${limitKey(visit.ip)}`;
  const { limit = DEFAULT_LIMIT, visitorLimit = limit } = call.endpoint;
  takeOrRefuse(services.limiter, `${visit.site.id}|${caller}|${call.name}`, account === null ? visitorLimit : limit);
}

export interface CountedCall {
  /** Says whose session the database found; counts the call where only that tells. Refuses one too many. */
  settle(account: string | null): void;
  /** The database said nothing, so that nothing counts against the cookie. */
  abandon(): void;
}

/** Counts a call before its transaction is opened. What a cookie stood for last is enough to count by, never enough to let a caller in. */
export function countCall(
  services: Services,
  call: Call,
  visit: RequestInfo,
  cookieHash: Uint8Array | null,
): CountedCall {
  const owner = cookieHash && services.sessionOwners.of(visit.site.id, cookieHash);
  if (!cookieHash || owner) {
    limitCall(services, call, visit, owner);
    return {
      settle: (account) => (account === owner ? undefined : limitCall(services, call, visit, account)),
      abandon: () => undefined,
    };
  }
  const deposit = sessionDeposit(services, visit);
  let isSettled = false;
  return {
    settle(account) {
      isSettled = true;
      if (account) deposit.giveBack();
      limitCall(services, call, visit, account);
    },
    abandon: () => void (isSettled || deposit.giveBack()),
  };
}
