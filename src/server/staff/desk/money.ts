// Goodwill and refunds by staff, for their calls and the command line. Each answers what the log says about it.
import type { StaffOutput } from '#contract/staff';
import type { Site } from '#site/load';
import type { EmittedEvent } from '../../context.ts';
import type { Db } from '../../db/index.ts';
import { type Code, Refusal, type RefusalDetail } from '../../http/refusal.ts';
import { storeAndPublish } from '../../live/hub.ts';
import { creditAccount } from '../../payments/ledger.ts';
import { withdraw } from '../../payments/withdrawal.ts';
import type { Services } from '../../services.ts';
import type { AuditNote } from '../audit.ts';

/** Days within which staff may refund. */
const REFUND_DAYS = 365;

interface Goodwill {
  readonly tenant: number;
  readonly account: string;
  readonly credits: number;
  readonly now: Date;
}

/** Null when there is no such member. */
export async function giveGoodwill(
  db: Db,
  { tenant, account, credits, now }: Goodwill,
): Promise<{ readonly balance: number; readonly note: AuditNote } | null> {
  const transfer = { tenant, account, credits, kind: 'bonus', book: 'bonus', about: null, at: now } as const;
  const balance = await creditAccount(db, transfer);
  if (balance === null) return null;
  await storeAndPublish(db, tenant, now, [[{ type: 'user' }, { account }]]);
  const [before, after] = [{ credits: balance - credits }, { credits: balance }];
  return { balance, note: { subject: `member ${account}`, before, after } };
}

interface Refunding {
  readonly site: Site;
  readonly payment: string;
  readonly now: Date;
}

/**
 * The member's withdrawal without their term: takes the unused credits back; the provider refunds their price in a job. Null when
 * there is no such payment. Throws `withdrawal_over` or `nothing_unused`.
 */
export async function refundUnused(
  db: Db,
  services: Pick<Services, 'queue'>,
  { site, payment, now }: Refunding,
): Promise<{ readonly refund: StaffOutput<'payments.refund'>; readonly note: AuditNote } | null> {
  const tenant = site.id;
  const row = await db
    .selectFrom('payment')
    .selectAll()
    .where('tenant', '=', tenant)
    .where('id', '=', payment)
    .forUpdate()
    .executeTakeFirst();
  if (!row) return null;
  const events: EmittedEvent[] = [];
  const asMember = {
    ...{ db, tenant, site, now: () => now },
    refuse: (code: Code, detail?: RefusalDetail) => new Refusal(code, detail),
    emit: (...event: EmittedEvent) => void events.push(event),
  };
  const { withdrawal } = await withdraw(services, asMember, row, REFUND_DAYS);
  await storeAndPublish(db, tenant, now, events);
  const { credits, refund } = withdrawal;
  const { status, refunded } = row;
  const note = {
    subject: `payment ${payment}`,
    before: { status, refunded },
    after: { credits_taken: credits, refund },
  };
  return { refund: { credits, ...refund }, note };
}
