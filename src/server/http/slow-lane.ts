// Lets callers beyond a budget wait for their turn instead of refusing them: many members may share one address.
import { stopwatch } from '../context.ts';
import type { Budget } from '../auth/attempt-budget.ts';
import { evictOldest } from './rate-limit.ts';
import { Refusal } from './refusal.ts';

/** All numbers are for one caller. */
export interface LaneRules {
  /** How many enter without waiting. */
  readonly budget: Budget;
  /** How many enter per second beyond the budget. */
  readonly perSecond: number;
  /** How many are at work at the same time. */
  readonly atWork: number;
  /** How many wait at the same time, and for how long at most; others are refused, at once if their wait would be too long. */
  readonly waiting: number;
  readonly waitMs: number;
}

export interface Turn {
  /** Returns what the turn has taken from the budget. */
  refund(): void;
  /** Ends the turn, so that the next one can begin. */
  leave(): void;
}

export interface SlowLane {
  /** Resolves when it is the caller's turn. Throws `too_many_requests` when too many wait, or the wait is too long. */
  enter(caller: string): Promise<Turn>;
}

/** Runs `work` when it is the caller's turn. */
export async function inTurn<T>(lane: SlowLane, caller: string, work: (turn: Turn) => Promise<T>): Promise<T> {
  const turn = await lane.enter(caller);
  try {
    return await work(turn);
  } finally {
    turn.leave();
  }
}

/** For servers without rate limits. */
export const openLane: SlowLane = {
  enter: () => Promise.resolve({ refund: () => undefined, leave: () => undefined }),
};

interface Waiter {
  start(turn: Turn): void;
  refuse(): void;
}

/** Maximum of waiting requests over all callers of a lane, and of callers that are remembered. */
const MAX_WAITING = 2000;
const MAX_CALLERS = 50_000;

const now = (): number => Math.round(stopwatch());

export function slowLane(rules: LaneRules): SlowLane {
  const callers = new Map<string, Caller>();
  const total = { waiting: 0 };
  return {
    enter(name) {
      const caller = callers.get(name) ?? new Caller(rules, total);
      callers.delete(name);
      callers.set(name, caller);
      if (callers.size > MAX_CALLERS) evictOldest(callers);
      return caller.enter();
    },
  };
}

class Caller {
  private readonly rules: LaneRules;
  private readonly total: { waiting: number };
  private readonly queue: Waiter[] = [];
  private readonly stepMs: number;
  /** The budget is spent up to here; time regains it (milliseconds). */
  private spentUntil = 0;
  /** When the next one may enter beyond the budget. */
  private nextEntry = 0;
  private atWork = 0;
  private timer: NodeJS.Timeout | null = null;

  constructor(rules: LaneRules, total: { waiting: number }) {
    this.rules = rules;
    this.total = total;
    this.stepMs = (rules.budget.perSeconds * 1000) / rules.budget.max;
  }

  enter(): Promise<Turn> {
    const entry = this.queue.length === 0 && this.atWork < this.rules.atWork ? this.takeEntry() : null;
    if (entry) return Promise.resolve(this.begin(entry));
    if (this.queue.length >= this.places() || this.total.waiting >= MAX_WAITING) return Promise.reject(this.refusal());
    return this.wait();
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

  /** How many may wait: not more than can enter within the longest wait. */
  private places(): number {
    const { budget, perSecond, waiting, waitMs } = this.rules;
    const left = (now() + budget.perSeconds * 1000 - Math.max(this.spentUntil, now())) / this.stepMs;
    return Math.min(waiting, Math.floor(left) + (perSecond * waitMs) / 1000);
  }

  private begin(entry: 'budget' | 'beyond'): Turn {
    let [hasSpent, isAtWork] = [entry === 'budget', true];
    this.atWork += 1;
    return {
      refund: () => {
        if (hasSpent) this.spentUntil -= this.stepMs;
        hasSpent = false;
      },
      leave: () => {
        if (isAtWork) this.atWork -= 1;
        isAtWork = false;
        this.admit();
      },
    };
  }

  private wait(): Promise<Turn> {
    const { promise, resolve, reject } = Promise.withResolvers<Turn>();
    const end = (): void => {
      clearTimeout(limit);
      this.total.waiting -= 1;
    };
    const waiter: Waiter = {
      start: (turn) => void (end(), resolve(turn)),
      refuse: () => void (end(), reject(this.refusal())),
    };
    const limit = setTimeout(() => {
      this.admit();
      const place = this.queue.indexOf(waiter);
      if (place < 0) return;
      this.queue.splice(place, 1);
      waiter.refuse();
    }, this.rules.waitMs);
    this.total.waiting += 1;
    this.queue.push(waiter);
    this.admit();
    return promise;
  }

  /** Begins the turns of those who have waited, as far as the rules allow. */
  private admit(): void {
    while (this.queue.length > 0 && this.atWork < this.rules.atWork) {
      const entry = this.takeEntry();
      if (!entry) return this.admitLater();
      this.queue.shift()?.start(this.begin(entry));
    }
  }

  private admitLater(): void {
    const admit = (): void => {
      this.timer = null;
      this.admit();
    };
    this.timer ??= setTimeout(admit, Math.ceil(this.nextEntry - now()));
  }

  private refusal(): Refusal {
    const retryAfter = Math.max(1, Math.ceil(this.queue.length / this.rules.perSecond));
    return new Refusal('too_many_requests', { retryAfter });
  }
}
