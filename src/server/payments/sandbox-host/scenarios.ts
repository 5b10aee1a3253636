// Actions on a sandbox payment, and the reports they cause.
import { randomBytes } from 'node:crypto';
import { type Amounts, type ReportKind, statusAfter } from '#domain/payments';
import type { Clock } from '../../context.ts';
import type { Journal, Session } from './journal.ts';
import { outcomeAtOnce } from './cards.ts';
import type { WebhookSender } from './deliver.ts';

/** Actions of a payer or a test. */
export const actions = ['pay', 'later', 'fail', 'cancel', 'expire', 'refund', 'chargeback', 'reverse'] as const;
export type Action = (typeof actions)[number];
/** Actions on the payer's page; the others apply to paid payments. */
export const payerActions: readonly Action[] = ['pay', 'later', 'fail', 'cancel', 'expire'];

/** Actions on an unpaid payment. */
type UnpaidAction = Exclude<Action, MoneyAction>;
/** Actions that move money of a paid payment. */
type MoneyAction = 'refund' | 'chargeback' | 'reverse';

type UnpaidStatus = Exclude<ReportKind, 'reversed'>;

const STATUS_AFTER: Readonly<Record<Exclude<UnpaidAction, 'later'>, UnpaidStatus>> = {
  pay: 'paid',
  fail: 'failed',
  cancel: 'cancelled',
  expire: 'expired',
};

/** Seconds until a delayed payment succeeds, and milliseconds until an untouched one expires. */
export const LATER_SECONDS = 6;
const SESSION_TIMEOUT_MS = 3600_000;
const SWEEP_INTERVAL_MS = 30_000;

type NewSession = Omit<
  Session,
  'ref' | 'status' | 'created' | 'payAt' | 'refunded' | 'charged_back' | 'reversed' | 'moves'
>;

export interface Movement {
  readonly amount?: number | undefined;
  readonly key?: string | undefined;
}

export interface Scenarios {
  /** Creates a payment, or returns the order's existing one. */
  open(order: NewSession): Session;
  /**
   * Runs an action; returns whether it was possible. `amount` is the part to move of a paid payment in minor units, by
   * default all of it; a `key` that was used moves nothing more.
   */
  act(ref: string, action: Action, movement?: Movement): boolean;
  stop(): void;
}

export function openScenarios(journal: Journal, deliver: WebhookSender, now: Clock): Scenarios {
  const timers = new Set<NodeJS.Timeout>();
  const report: Tell = (session, kind, amount) => {
    const event = `evt_${randomBytes(12).toString('base64url')}`;
    const unsent = { event, ref: session.ref, kind, amount };
    journal.write({ session, unsent });
    deliver.send(unsent);
  };
  const setStatus = (session: Session, status: UnpaidStatus, payAt: number | null = null): void =>
    report({ ...session, status, payAt }, status, session.amount);
  const payLater = (ref: string, at: number): void => {
    const timer = setTimeout(
      () => {
        timers.delete(timer);
        const session = journal.session(ref);
        if (session?.status === 'pending') setStatus(session, 'paid');
      },
      Math.max(0, at - now().getTime()),
    );
    timers.add(timer);
  };
  const setLater = (session: Session): void => {
    const payAt = now().getTime() + LATER_SECONDS * 1000;
    setStatus(session, 'pending', payAt);
    payLater(session.ref, payAt);
  };
  const sweep = setInterval(() => {
    const before = now().getTime() - SESSION_TIMEOUT_MS;
    for (const session of journal.sessions())
      if (session.status === 'created' && session.created < before) setStatus(session, 'expired');
  }, SWEEP_INTERVAL_MS);
  journal.unsent().forEach((unsent) => deliver.send(unsent));
  for (const { ref, status, payAt } of journal.sessions())
    if (status === 'pending' && payAt !== null) payLater(ref, payAt);
  return {
    open(order) {
      const existing = journal.sessionOf(order.tenant, order.reference);
      if (existing) return existing;
      const session = begun(order, now());
      journal.write({ session });
      const outcome = outcomeAtOnce(session, journal.isForgotten);
      if (outcome === 'pending') setLater(session);
      else if (outcome !== null) setStatus(session, outcome);
      return session;
    },
    act(ref, action, movement = {}) {
      const session = journal.session(ref);
      if (!session) return false;
      if (isMoney(action)) return moveOnce(report, session, action, movement);
      if (!isPossible(session.status, action)) return false;
      if (action === 'later') setLater(session);
      else setStatus(session, STATUS_AFTER[action]);
      return true;
    },
    stop() {
      clearInterval(sweep);
      timers.forEach(clearTimeout);
    },
  };
}

type Tell = (session: Session, kind: ReportKind, amount: number) => void;

/** Moves money of a paid payment, and tells it; a key that was used moves nothing more. */
function moveOnce(tell: Tell, session: Session, action: MoneyAction, { amount, key }: Movement): boolean {
  if (key !== undefined && session.moves.includes(key)) return true;
  const moved = move(session, action, amount);
  const moves = key === undefined ? session.moves : [...session.moves, key];
  if (moved) tell({ ...moved.session, moves }, moved.kind, moved.total);
  return moved !== null;
}

const NOTHING_MOVED = { status: 'created', payAt: null, refunded: 0, charged_back: 0, reversed: 0 } as const;

const begun = (order: NewSession, at: Date): Session => ({
  ...{ ...order, ...NOTHING_MOVED, moves: [], created: at.getTime() },
  ref: `sbx_${randomBytes(18).toString('base64url')}`,
});

const isMoney = (action: Action): action is MoneyAction =>
  action === 'refund' || action === 'chargeback' || action === 'reverse';

const isPossible = (status: Session['status'], action: UnpaidAction): boolean =>
  status === 'created' || (status === 'pending' && action !== 'later');

const MOVES = {
  refund: { field: 'refunded', kind: 'refunded' },
  chargeback: { field: 'charged_back', kind: 'chargeback' },
  reverse: { field: 'reversed', kind: 'reversed' },
} as const satisfies Record<MoneyAction, { field: keyof Amounts; kind: ReportKind }>;

/** The payment after a movement of money, with its report; null when the amount is not available. */
function move(
  session: Session,
  action: MoneyAction,
  amount: number | undefined,
): { session: Session; kind: ReportKind; total: number } | null {
  const { field, kind } = MOVES[action];
  const isPaid = session.status === 'paid' || session.status === 'partly_refunded';
  // A bank charges back the whole price, regardless of refunds.
  if (action === 'reverse' ? session.charged_back === 0 : !isPaid && session.status !== 'refunded') return null;
  const available = (action === 'reverse' ? session.charged_back : session.amount) - session[field];
  const moved = amount ?? available;
  if (moved < 1 || moved > available) return null;
  const total = session[field] + moved;
  const after = { ...session, [field]: total };
  const status = statusAfter(
    [
      { kind: 'paid', amount: after.amount },
      { kind: 'refunded', amount: after.refunded },
      { kind: 'chargeback', amount: after.charged_back },
      { kind: 'reversed', amount: after.reversed },
    ],
    after.amount,
  );
  return { session: { ...after, status }, kind, total };
}
