// Rate limits in memory, checked before the database is queried: by address, and for requests that may be invalid.
import { limitKey } from './client-address.ts';
import type { RateLimiter } from './rate-limit.ts';
import { Refusal } from './refusal.ts';
import type { Services } from '../services.ts';
import { applicantOf } from './concurrency-limits.ts';
import type { Permit } from './concurrency-limiter.ts';
import type { RequestInfo } from './request-info.ts';

/** API calls per address over all brands. Many members may share the address of a mobile network. */
const CALLS_PER_MINUTE = 6000;
const WEBHOOKS_PER_MINUTE = 600;
/** Photos per address: a page of search results has dozens. */
const PHOTOS_PER_MINUTE = 6000;
/** Missing photos per address; ordinary browsers ask for few. */
const MISSING_PHOTOS_PER_MINUTE = 300;

/** Refused forms rendered again per address: above this, rendering would itself be an attack vector. */
const REFUSED_FORMS_PER_MINUTE = 60;

type Limits = Pick<Services, 'limiter'>;
type Concurrency = Pick<Services, 'concurrency'>;
type Caller = Pick<RequestInfo, 'ip'>;

/** Takes a token from a bucket, or refuses with the seconds until the next one. */
export function takeOrRefuse(limiter: RateLimiter, key: string, perMinute: number): void {
  const retryAfter = limiter.take(key, perMinute);
  if (retryAfter > 0) throw new Refusal('too_many_requests', { retryAfter });
}

/**
 * A token taken in case a request is invalid. It is taken before the work, so that concurrent requests cannot exceed
 * the limit.
 */
export interface Deposit {
  /** Call it when the request was valid, or when its validity is unknown. */
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

/** Whether the form of a rate-limited request may be rendered again with its input. */
export const mayRenderRefusedForm = ({ limiter }: Limits, { ip }: Caller): boolean =>
  limiter.take(`refused forms|${limitKey(ip)}`, REFUSED_FORMS_PER_MINUTE) === 0;

/** Webhooks of providers that sign nothing each cost a question to them. */
export const limitWebhook = ({ limiter }: Limits, { ip }: Caller): void =>
  takeOrRefuse(limiter, `webhooks|${limitKey(ip)}`, WEBHOOKS_PER_MINUTE);

/** For a request whose session cookie this process has not seen live; beyond the limit of its address it waits. */
export const sessionPermit = (
  { concurrency }: Concurrency,
  request: Pick<RequestInfo, 'ip' | 'closeSignal'>,
  cookieHash: Uint8Array,
): Promise<Permit> =>
  concurrency.unknownSessions.acquire(applicantOf(request, Buffer.from(cookieHash).toString('base64')));

/** Runs `work`, which requires a live session, and counts the cookie against the address if the session is dead. */
export async function limitDeadSession<T>(
  services: Concurrency & Pick<Services, 'sessionOwners'>,
  request: Pick<RequestInfo, 'ip' | 'site' | 'closeSignal'>,
  cookieHash: Uint8Array | null,
  work: () => Promise<T>,
): Promise<T> {
  const { sessionOwners } = services;
  const mustCount = cookieHash && !sessionOwners.get(request.site.id, cookieHash);
  const permit = mustCount ? await sessionPermit(services, request, cookieHash) : null;
  try {
    const result = await work();
    permit?.refund();
    return result;
  } catch (error) {
    const isDead = error instanceof Refusal && error.code === 'authentication_required';
    if (!isDead) permit?.refund();
    else if (cookieHash) sessionOwners.set(request.site.id, cookieHash, null);
    throw error;
  } finally {
    permit?.release();
  }
}

/** Answers a request for a photo, and counts missing ones against the address. */
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
