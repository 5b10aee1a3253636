// Decisions about appeals by a person: which wait, and granting or refusing one, once.
import type { Db } from '../../db/index.ts';
import { appealOutcome } from '../../mail/appeal.ts';
import type { Queue } from '../../queue.ts';
import { decidePhoto, forgetRejections } from '../photos/moderation.ts';
import { restoreMember } from '../safety/decide-member.ts';
import type { Deciding } from '../safety/record-decision.ts';

const appealsWithDecision = (db: Db, tenant: number) =>
  db
    .selectFrom('appeal as p')
    .innerJoin('moderation as m', (join) => join.onRef('m.tenant', '=', 'p.tenant').onRef('m.id', '=', 'p.decision'))
    .innerJoin('account as a', (join) => join.onRef('a.tenant', '=', 'p.tenant').onRef('a.id', '=', 'p.account'))
    .select(['p.id', 'p.at', 'p.side', 'p.text', 'p.outcome', 'a.language', 'm.at as decided_at', 'm.operator'])
    .select(['m.action', 'm.reason', 'm.until', 'm.facts', 'm.note', 'm.account', 'm.photo', 'm.report'])
    .select('p.decision')
    .where('p.tenant', '=', tenant);

/** Appeals that wait for a decision, the oldest first. */
export const openAppeals = (db: Db, tenant: number, limit: number) =>
  appealsWithDecision(db, tenant).where('p.outcome', 'is', null).orderBy('p.at').orderBy('p.id').limit(limit).execute();

/** An appeal with the decision it is against; undefined when there is none. */
export const readAppeal = (db: Db, tenant: number, id: string) =>
  appealsWithDecision(db, tenant).where('p.id', '=', id).executeTakeFirst();

interface AppealDecision extends Deciding {
  readonly appeal: string;
  readonly outcome: 'granted' | 'refused';
  /** Told to the member, in their language. */
  readonly answer?: string;
  /** There is no one else who could decide. */
  readonly isAlone: boolean;
}

/** Null when it is done. Throw on an obstacle, so that nothing of it stays. */
export async function decideAppeal(
  db: Db,
  queue: Queue,
  decision: AppealDecision,
): Promise<'unknown' | 'decided' | 'same_person' | null> {
  const { tenant, appeal, operator, outcome, answer = null, now } = decision;
  const row = await readAppeal(db, tenant, appeal);
  if (!row) return 'unknown';
  if (row.operator.toLowerCase() === operator.toLowerCase() && !decision.isAlone) return 'same_person';
  const changed = await db
    .updateTable('appeal')
    .set({ outcome, operator, answer, decided_at: now })
    .where('tenant', '=', tenant)
    .where('id', '=', appeal)
    .where('outcome', 'is', null)
    .returning('id')
    .executeTakeFirst();
  if (!changed) return 'decided';
  if (outcome === 'granted') await undo(db, queue, decision, row);
  await queue.add(db, appealOutcome, { tenant, appeal });
  return null;
}

type Undone = NonNullable<Awaited<ReturnType<typeof openAppeals>>[number]>;

/** A report is decided again; a member gets back what the decision took. Another suspension that lasts still stays. */
async function undo(db: Db, queue: Queue, decision: AppealDecision, row: Undone): Promise<void> {
  const { tenant, operator, now } = decision;
  if (row.side === 'reporter') {
    await db
      .updateTable('report')
      .set({ status: 'received', decision: null, decided_at: null })
      .where('tenant', '=', tenant)
      .where('id', '=', row.report)
      .execute();
    return;
  }
  if (row.action === 'reject_photo' && row.photo)
    await decidePhoto(db, queue, { tenant, photo: row.photo, operator, verdict: { action: 'approve' }, now });
  // A photo of a chat does not come back, but may be sent again.
  if (row.action === 'reject_photo' && !row.photo) await forgetRejections(db, tenant, 'id', row.decision);
  if ((row.action === 'suspend' || row.action === 'ban') && row.account && !(await hasOther(db, tenant, now, row)))
    await restoreMember(db, { ...decision, account: row.account });
}

/** Whether another suspension of the member lasts still. */
const hasOther = async (db: Db, tenant: number, now: Date, { account, decided_at }: Undone): Promise<boolean> =>
  (await db
    .selectFrom('moderation as m')
    .select('m.id')
    .where('m.tenant', '=', tenant)
    .where('m.account', '=', account)
    .where('m.action', 'in', ['suspend', 'ban'])
    .where('m.at', '!=', decided_at)
    .where((is) => is.or([is('m.until', 'is', null), is('m.until', '>', now)]))
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('moderation as r')
            .select('r.id')
            .where('r.tenant', '=', tenant)
            .where('r.account', '=', account)
            .where('r.action', '=', 'restore')
            .whereRef('r.at', '>', 'm.at'),
        ),
      ),
    )
    .limit(1)
    .executeTakeFirst()) !== undefined;
