// Limits how many requests of a caller are at work at a time. Beyond a budget they wait instead of being refused: many members may share
// one address.
import { stopwatch } from '../context.ts';
import type { Budget } from '../auth/attempt-budget.ts';
import { evictOldest } from './rate-limit.ts';
import { Refusal } from './refusal.ts';

/** All numbers are for one caller. */
export interface LimiterRules {
  /** How many get a permit without waiting. */
  readonly budget: Budget;
  /** How many get one per second beyond the budget. */
  readonly perSecond: number;
  /** How many hold one at the same time. */
  readonly permits: number;
  /** How many wait at the same time, and for how long at most; others are refused, at once if their wait would be too long. */
  readonly waiting: number;
  readonly waitMs: number;
}

export interface Applicant {
  /** Whose limit it is, such as an address. */
  readonly caller: string;
  /** Groups of a caller's requests take turns, such as those for different accounts. */
  readonly group: string;
  /** Aborted when the connection is closed: it need not wait any longer. It is asked for only when the request has to wait. */
  readonly closeSignal: () => AbortSignal;
}

export interface Permit {
  /** Returns what the permit has taken from the budget. */
  refund(): void;
  /** Ends the work, so that another request can begin. */
  release(): void;
}

export interface ConcurrencyLimiter {
  /** Throws `too_many_requests` when too many wait, or the wait is too long. */
  acquire(applicant: Applicant): Promise<Permit>;
}

/** Runs `work` with a permit. */
export async function withPermit<T>(
  limiter: ConcurrencyLimiter,
  applicant: Applicant,
  work: (permit: Permit) => Promise<T>,
): Promise<T> {
  const permit = await limiter.acquire(applicant);
  try {
    return await work(permit);
  } finally {
    permit.release();
  }
}

/** For servers without rate limits. */
export const unlimitedConcurrency: ConcurrencyLimiter = {
  acquire: () => Promise.resolve({ refund: () => undefined, release: () => undefined }),
};

interface Waiter {
  start(permit: Permit): void;
  refuse(): void;
}

/** Maximum of waiting requests over all callers of a limiter, and of callers that are remembered. */
const MAX_WAITING = 2000;
const MAX_CALLERS = 50_000;

const now = (): number => Math.round(stopwatch());

export function concurrencyLimiter(rules: LimiterRules): ConcurrencyLimiter {
  const callers = new Map<string, Caller>();
  const total = { waiting: 0 };
  return {
    acquire(applicant) {
      const caller = callers.get(applicant.caller) ?? new Caller(rules, total);
      callers.delete(applicant.caller);
      callers.set(applicant.caller, caller);
      if (callers.size > MAX_CALLERS) evictOldest(callers);
      return caller.acquire(applicant);
    },
  };
}

/**
 * Waiting requests are queued fairly: groups take turns, and when all places are taken, the largest group loses its newest request. So a
 * flood for one account keeps neither the others behind its address waiting nor out.
 */
class Caller {
  private readonly rules: LimiterRules;
  private readonly total: { waiting: number };
  /** The waiting requests by group, in the order of their turns. */
  private readonly groups = new Map<string, Waiter[]>();
  private readonly stepMs: number;
  private waiting = 0;
  /** The budget is spent up to here; time regains it (milliseconds). */
  private spentUntil = 0;
  /** When the next one may begin beyond the budget. */
  private nextEntry = 0;
  private atWork = 0;
  private timer: NodeJS.Timeout | null = null;

  constructor(rules: LimiterRules, total: { waiting: number }) {
    this.rules = rules;
    this.total = total;
    this.stepMs = (rules.budget.perSeconds * 1000) / rules.budget.max;
  }

  acquire({ group, closeSignal }: Applicant): Promise<Permit> {
    const entry = this.waiting === 0 && this.atWork < this.rules.permits ? this.takeEntry() : null;
    if (entry) return Promise.resolve(this.begin(entry));
    return this.hasPlace(group) ? this.wait(group, closeSignal()) : Promise.reject(this.refusal());
  }

  /** Takes an entry from the budget, or else the next one beyond it; null when that is still to come. */
  private takeEntry(): 'budget' | 'beyond' | null {
    const spent = Math.max(this.spentUntil, now()) + this.stepMs;
    if (spent <= now() + this.rules.budget.perSeconds * 1000) {
      this.spentUntil = spent;
      return 'budget';
    }
    if (this.nextEntry > now()) return null;
    this.nextEntry = now() + 1000 / this.rules.perSecond;
    return 'beyond';
  }

  /** How many may wait: not more than can begin within the longest wait. */
  private places(): number {
    const { budget, perSecond, waiting, waitMs } = this.rules;
    const left = (now() + budget.perSeconds * 1000 - Math.max(this.spentUntil, now())) / this.stepMs;
    return Math.min(waiting, Math.floor(left) + (perSecond * waitMs) / 1000);
  }

  /** Whether one more request of a group may wait; if need be, the newest of the largest group is refused in its place. */
  private hasPlace(group: string): boolean {
    if (this.waiting < this.places() && this.total.waiting < MAX_WAITING) return true;
    const own = this.groups.get(group)?.length ?? 0;
    const largest = [...this.groups.values()].reduce((most, each) => (each.length > most.length ? each : most), []);
    if (largest.length <= own + 1) return false;
    largest.at(-1)?.refuse();
    return true;
  }

  private begin(entry: 'budget' | 'beyond'): Permit {
    let [hasSpent, isAtWork] = [entry === 'budget', true];
    this.atWork += 1;
    return {
      refund: () => {
        if (hasSpent) this.spentUntil -= this.stepMs;
        hasSpent = false;
      },
      release: () => {
        if (isAtWork) this.atWork -= 1;
        isAtWork = false;
        this.admit();
      },
    };
  }

  private wait(group: string, closed: AbortSignal): Promise<Permit> {
    const { promise, resolve, reject } = Promise.withResolvers<Permit>();
    const end = (): void => {
      clearTimeout(limit);
      closed.removeEventListener('abort', waiter.refuse);
      this.remove(group, waiter);
    };
    const waiter: Waiter = {
      start: (permit) => void (end(), resolve(permit)),
      refuse: () => {
        const refusal = this.refusal();
        end();
        reject(refusal);
      },
    };
    const limit = setTimeout(() => {
      this.admit();
      if (this.groups.get(group)?.includes(waiter)) waiter.refuse();
    }, this.rules.waitMs);
    this.add(group, waiter);
    if (closed.aborted) waiter.refuse();
    else closed.addEventListener('abort', waiter.refuse);
    this.admit();
    return promise;
  }

  private add(group: string, waiter: Waiter): void {
    this.groups.set(group, [...(this.groups.get(group) ?? []), waiter]);
    this.waiting += 1;
    this.total.waiting += 1;
  }

  private remove(group: string, waiter: Waiter): void {
    const others = (this.groups.get(group) ?? []).filter((each) => each !== waiter);
    if (others.length > 0) this.groups.set(group, others);
    else this.groups.delete(group);
    this.waiting -= 1;
    this.total.waiting -= 1;
  }

  /** Begins the work of those who have waited, as far as the rules allow. */
  private admit(): void {
    while (this.waiting > 0 && this.atWork < this.rules.permits) {
      const entry = this.takeEntry();
      if (!entry) return this.admitLater();
      this.nextWaiter()?.start(this.begin(entry));
    }
  }

  /** The oldest of the group whose turn it is; the group then goes to the end. */
  private nextWaiter(): Waiter | undefined {
    const [next] = this.groups;
    if (!next) return undefined;
    const [group, waiters] = next;
    this.groups.delete(group);
    this.groups.set(group, waiters);
    return waiters[0];
  }

  private admitLater(): void {
    const admit = (): void => {
      this.timer = null;
      this.admit();
    };
    this.timer ??= setTimeout(admit, Math.ceil(this.nextEntry - now()));
  }

  private refusal(): Refusal {
    const retryAfter = Math.max(1, Math.ceil(this.waiting / this.rules.perSecond));
    return new Refusal('too_many_requests', { retryAfter });
  }
}
