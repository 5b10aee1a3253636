// What can happen to a payment in the sandbox, now or later, and the reports that follow from it.
import { randomBytes } from 'node:crypto';
import type { ReportKind } from '#domain/payments';
import type { Clock } from '../../context.ts';
import type { Book, Session } from './book.ts';
import type { Deliverer } from './deliver.ts';

/** What the payer or a test lets happen. */
export const actions = ['pay', 'later', 'fail', 'cancel', 'expire', 'refund', 'chargeback'] as const;
export type Action = (typeof actions)[number];
/** The ones on the payer's page; the money of the others has already come. */
export const payerActions: readonly Action[] = ['pay', 'later', 'fail', 'cancel', 'expire'];

const BECOMES: Readonly<Record<Action, ReportKind>> = {
  pay: 'paid',
  later: 'pending',
  fail: 'failed',
  cancel: 'cancelled',
  expire: 'expired',
  refund: 'refunded',
  chargeback: 'chargeback',
};

/** Seconds until one that is paid later is paid, and how long one that nobody touches stays open. */
export const LATER_SECONDS = 6;
const OPEN_MS = 3600_000;
const SWEEP_MS = 30_000;

type NewSession = Omit<Session, 'ref' | 'status' | 'created' | 'payAt'>;

export interface Desk {
  /** Opens a payment, or answers the one the order has. */
  open(wanted: NewSession): Session;
  /** Lets something happen; answers whether it could. */
  act(ref: string, action: Action): boolean;
  stop(): void;
}

export function openDesk(book: Book, deliver: Deliverer, now: Clock): Desk {
  const timers = new Set<NodeJS.Timeout>();
  const become = (session: Session, status: ReportKind, payAt: number | null = null): void => {
    const unsent = { event: `evt_${randomBytes(12).toString('base64url')}`, ref: session.ref, kind: status };
    book.write({ session: { ...session, status, payAt }, unsent });
    deliver.send(unsent);
  };
  const payLater = (ref: string, at: number): void => {
    const timer = setTimeout(
      () => {
        timers.delete(timer);
        const session = book.session(ref);
        if (session?.status === 'pending') become(session, 'paid');
      },
      Math.max(0, at - now().getTime()),
    );
    timers.add(timer);
  };
  const sweep = setInterval(() => {
    const before = now().getTime() - OPEN_MS;
    for (const session of book.sessions())
      if (session.status === 'created' && session.created < before) become(session, 'expired');
  }, SWEEP_MS);
  book.unsent().forEach((unsent) => deliver.send(unsent));
  for (const { ref, status, payAt } of book.sessions())
    if (status === 'pending' && payAt !== null) payLater(ref, payAt);
  return {
    open(wanted) {
      const known = book.sessionOf(wanted.tenant, wanted.reference);
      if (known) return known;
      const ref = `sbx_${randomBytes(18).toString('base64url')}`;
      const session: Session = { ...wanted, ref, status: 'created', created: now().getTime(), payAt: null };
      book.write({ session });
      return session;
    },
    act(ref, action) {
      const session = book.session(ref);
      if (!session || !isPossible(session.status, action)) return false;
      const payAt = action === 'later' ? now().getTime() + LATER_SECONDS * 1000 : null;
      become(session, BECOMES[action], payAt);
      if (payAt !== null) payLater(ref, payAt);
      return true;
    },
    stop() {
      clearInterval(sweep);
      timers.forEach(clearTimeout);
    },
  };
}

function isPossible(status: ReportKind, action: Action): boolean {
  if (action === 'refund' || action === 'chargeback') return status === 'paid' || status === 'refunded';
  return status === 'created' || (status === 'pending' && action !== 'later');
}
