// What the audit log says about an order on the command line.
import type { AuditNote, AuditPlace } from '#server/staff/audit';
import type { OneOrder } from './orders.ts';

export const auditPlace = (tenant: number, order: OneOrder, at: Date): AuditPlace => ({
  tenant,
  at,
  actor: { id: null, name: 'operator' in order ? order.operator : 'command line', role: null },
  call: `operator ${wordsOf(order)}`,
});

/** As they were typed. */
function wordsOf(order: OneOrder): string {
  switch (order.kind) {
    case 'queue':
    case 'reports':
    case 'appeals':
      return order.kind;
    case 'show':
      return 'report show';
    case 'photo':
      return `photo ${order.verdict.action}`;
    case 'report':
    case 'member': {
      const action = order.measure === 'restore' ? order.measure : order.measure.action;
      return `${order.kind} ${action.replace('_', '-')}`;
    }
    case 'appeal':
      return `appeal ${order.outcome === 'granted' ? 'grant' : 'refuse'}`;
  }
}

/** `before` is how it stood until then. */
export function auditNote(order: OneOrder, before?: unknown): AuditNote {
  switch (order.kind) {
    case 'queue':
    case 'reports':
    case 'appeals':
      return { subject: order.kind };
    case 'show':
      return { subject: `report ${order.id}` };
    case 'photo': {
      const { verdict, note } = order;
      const isRejected = verdict.action === 'reject';
      const reason = note ?? (isRejected ? verdict.reason : null);
      return { subject: `photo ${order.id}`, reason, before, after: { status: isRejected ? 'rejected' : 'active' } };
    }
    case 'report':
      return { subject: `report ${order.id}`, before, ...measureNote(order.measure, order.note) };
    case 'member': {
      const measure = order.measure === 'restore' ? { action: order.measure } : order.measure;
      return { subject: `member ${order.id}`, before, ...measureNote(measure, order.note) };
    }
    case 'appeal':
      return { subject: `appeal ${order.id}`, reason: order.note ?? null, before, after: { outcome: order.outcome } };
  }
}

interface Measured {
  readonly action: string;
  readonly rule?: string;
  readonly reason?: string;
  readonly until?: Date;
}

/** The note is the reason, as with the calls of staff; without one the rule is. */
const measureNote = (
  { action, rule, reason, until }: Measured,
  note: string | undefined,
): Pick<AuditNote, 'reason' | 'after'> => ({
  reason: note ?? rule ?? reason ?? null,
  after: {
    action,
    ...(rule ? { rule } : {}),
    ...(reason ? { reason } : {}),
    ...(until ? { until: until.toISOString() } : {}),
  },
});
