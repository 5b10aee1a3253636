// What callers wait for beyond a limit, instead of being refused (decisions A-lockout).
import { LOCKOUT } from '#domain/limits';
import { type LaneRules, openLane, type SlowLane, slowLane } from './slow-lane.ts';

/** All of them count an address over all brands. */
const RULES = {
  /** Logins by password. Few at once, because those at one account wait for each other and hold connections meanwhile. */
  logins: { budget: LOCKOUT.address, perSecond: 1, atWork: 4, waiting: 200, waitMs: 20_000 },
  /** Requests for a link that logs in. */
  loginMails: { budget: { max: 20, perSeconds: 60 }, perSecond: 1, atWork: 4, waiting: 200, waitMs: 20_000 },
  /** Uses of such a link. */
  loginLinks: { budget: { max: 30, perSeconds: 60 }, perSecond: 10, atWork: 4, waiting: 200, waitMs: 10_000 },
  /** Session cookies that this process has not seen live, and cookies of known browsers. Ordinary browsers send few dead ones. */
  unknownSessions: { budget: { max: 120, perSeconds: 60 }, perSecond: 20, atWork: 20, waiting: 200, waitMs: 5000 },
} as const satisfies Readonly<Record<string, LaneRules>>;

export type Admission = Readonly<Record<keyof typeof RULES, SlowLane>>;

/** Without rate limits, no caller waits. */
export function openAdmission(isLimited: boolean): Admission {
  const lane = (rules: LaneRules): SlowLane => (isLimited ? slowLane(rules) : openLane);
  return {
    logins: lane(RULES.logins),
    loginMails: lane(RULES.loginMails),
    loginLinks: lane(RULES.loginLinks),
    unknownSessions: lane(RULES.unknownSessions),
  };
}
