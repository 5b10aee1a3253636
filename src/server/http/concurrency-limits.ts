// What callers wait for beyond a limit, instead of being refused (decisions A-lockout).
import { LOCKOUT } from '#domain/limits';
import type { BaseCtx } from '../context.ts';
import { limitKey } from './client-address.ts';
import {
  type Applicant,
  concurrencyLimiter,
  type ConcurrencyLimiter,
  type LimiterRules,
  unlimitedConcurrency,
} from './concurrency-limiter.ts';

/** All of them count an address over all brands. Each has few permits, because the pool of connections is small and shared by all. */
const RULES = {
  /** Logins by password, of members and of staff. Those at one account wait for each other, and hold connections meanwhile. */
  logins: { budget: LOCKOUT.address, perSecond: 1, permits: 4, waiting: 200, waitMs: 20_000 },
  /** The same for browsers that have logged in before, by their own accounts: strangers behind their address do not delay them. */
  knownLogins: { budget: LOCKOUT.address, perSecond: 1, permits: 2, waiting: 200, waitMs: 20_000 },
  /** Requests for a link that logs in. */
  loginMails: { budget: { max: 20, perSeconds: 60 }, perSecond: 1, permits: 4, waiting: 200, waitMs: 20_000 },
  /** Uses of such a link. */
  loginLinks: { budget: { max: 30, perSeconds: 60 }, perSecond: 10, permits: 4, waiting: 200, waitMs: 10_000 },
  /** Session cookies that this process has not seen live. Ordinary browsers send few dead ones. */
  unknownSessions: { budget: { max: 120, perSeconds: 60 }, perSecond: 20, permits: 4, waiting: 200, waitMs: 5000 },
} as const satisfies Readonly<Record<string, LimiterRules>>;

export type ConcurrencyLimits = Readonly<Record<keyof typeof RULES, ConcurrencyLimiter>>;

/** Without rate limits, no caller waits. */
export function openConcurrencyLimits(isLimited: boolean): ConcurrencyLimits {
  const limiter = (rules: LimiterRules): ConcurrencyLimiter =>
    isLimited ? concurrencyLimiter(rules) : unlimitedConcurrency;
  return {
    logins: limiter(RULES.logins),
    knownLogins: limiter(RULES.knownLogins),
    loginMails: limiter(RULES.loginMails),
    loginLinks: limiter(RULES.loginLinks),
    unknownSessions: limiter(RULES.unknownSessions),
  };
}

/** A request as an applicant: its address is the caller. */
export const applicantOf = ({ ip, closeSignal }: Pick<BaseCtx, 'ip' | 'closeSignal'>, group: string): Applicant => ({
  caller: limitKey(ip),
  group,
  closeSignal,
});
