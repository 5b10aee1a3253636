// Money that went back and came back again, as running totals that reports can carry.

/** A refund or a chargeback, in minor units. */
export interface Moved {
  readonly kind: 'refunded' | 'chargeback';
  readonly amount: number;
  /** Milliseconds. */
  readonly at: number;
  /** The refund failed, or the dispute was won. */
  readonly hasReturned: boolean;
}

export interface Movement {
  readonly kind: Moved['kind'] | 'reversed';
  /** All of this kind until then. */
  readonly total: number;
}

/**
 * One after the other with its running total: a refund that failed after another one must not add up to more than the price. What
 * failed had gone back before, so that the total never falls.
 */
export function runningTotals(moved: readonly Moved[]): Movement[] {
  const totals = { refunded: 0, chargeback: 0, reversed: 0 };
  const add = (kind: Movement['kind'], amount: number): Movement => {
    totals[kind] += amount;
    return { kind, total: totals[kind] };
  };
  return moved
    .toSorted((one, other) => one.at - other.at)
    .flatMap(({ kind, amount, hasReturned }) => [add(kind, amount), ...(hasReturned ? [add('reversed', amount)] : [])]);
}
