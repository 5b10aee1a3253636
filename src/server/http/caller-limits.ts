// Counts every request before the database is asked: by address, by what may turn out invalid, and by account.
import { limitKey } from './client-address.ts';
import type { RateLimiter } from './rate-limit.ts';
import { Refusal } from './refusal.ts';
import type { Services } from '../services.ts';
import type { RequestInfo } from './request-info.ts';

/** API calls one address may make in a minute, over all brands: many members share an address of a mobile network. */
const CALLS_PER_MINUTE = 6000;
/** Pictures one address may ask for in a minute: a page of search results has dozens. */
const PHOTOS_PER_MINUTE = 6000;
/** Session cookies that turn out dead, and pictures that are not there: a browser that behaves meets few of them. */
const DEAD_SESSIONS_PER_MINUTE = 120;
const MISSING_PHOTOS_PER_MINUTE = 300;

/** Pages drawn again in a minute for forms that were refused as too many; beyond that drawing would be the flood. */
const REFUSED_FORMS_PER_MINUTE = 60;

type Limits = Pick<Services, 'limiter'>;
type Caller = Pick<RequestInfo, 'ip'>;

/** Takes one from a bucket, or refuses with the seconds until the next is free. */
export function takeOrRefuse(limiter: RateLimiter, key: string, perMinute: number): void {
  const retryAfter = limiter.take(key, perMinute);
  if (retryAfter > 0) throw new Refusal('too_many_requests', { retryAfter });
}

/** What a request took in case it is invalid. It is taken before the work, so that many at once cannot pass together. */
export interface Deposit {
  /** The request was valid, or its validity stayed unknown: it does not count. */
  refund(): void;
}

function deposit(limiter: RateLimiter, key: string, perMinute: number): Deposit {
  takeOrRefuse(limiter, key, perMinute);
  let isTaken = true;
  return {
    refund() {
      if (isTaken) limiter.refund(key, perMinute);
      isTaken = false;
    },
  };
}

/** Counts an API call against its address. */
export const limitAddress = ({ limiter }: Limits, { ip }: Caller): void =>
  takeOrRefuse(limiter, `calls|${limitKey(ip)}`, CALLS_PER_MINUTE);

/** Whether a form that is one too many still gets its page back, with what was typed. */
export const mayRenderRefusedForm = ({ limiter }: Limits, { ip }: Caller): boolean =>
  limiter.take(`refused forms|${limitKey(ip)}`, REFUSED_FORMS_PER_MINUTE) === 0;

/** For a request whose session cookie this process has not seen alive. */
export const sessionDeposit = ({ limiter }: Limits, { ip }: Caller): Deposit =>
  deposit(limiter, `dead sessions|${limitKey(ip)}`, DEAD_SESSIONS_PER_MINUTE);

/** Does what only a member may, who is told apart by a session cookie alone. */
export async function limitDeadSession<T>(
  services: Limits & Pick<Services, 'sessionOwners'>,
  request: Pick<RequestInfo, 'ip' | 'site'>,
  cookieHash: Uint8Array | null,
  work: () => Promise<T>,
): Promise<T> {
  const { sessionOwners } = services;
  const mustCount = cookieHash && !sessionOwners.get(request.site.id, cookieHash);
  const sessionDebit = mustCount ? sessionDeposit(services, request) : null;
  try {
    const result = await work();
    sessionDebit?.refund();
    return result;
  } catch (error) {
    const isDead = error instanceof Refusal && error.code === 'authentication_required';
    if (!isDead) sessionDebit?.refund();
    else if (cookieHash) sessionOwners.set(request.site.id, cookieHash, null);
    throw error;
  }
}

/** Answers a request for a picture, whose rights only the database knows. */
export async function limitPhoto({ limiter }: Limits, ip: string, answer: () => Promise<Response>): Promise<Response> {
  takeOrRefuse(limiter, `pictures|${limitKey(ip)}`, PHOTOS_PER_MINUTE);
  const missing = deposit(limiter, `missing pictures|${limitKey(ip)}`, MISSING_PHOTOS_PER_MINUTE);
  const response = await answer().catch((error: unknown) => {
    missing.refund();
    throw error;
  });
  if (response.status !== 404) missing.refund();
  return response;
}
