// Carries out an operator's order in the niche that it belongs to.
import type { Db, OpenDatabase } from '#server/db/index';
import { decideAppeal } from '#server/modules/appeals/decide-appeal';
import { decidePhoto } from '#server/modules/photos/moderation';
import { decideMember, restoreMember } from '#server/modules/safety/decide-member';
import { decideReport } from '#server/modules/safety/decide-report';
import type { Queue } from '#server/queue';
import { inAuditIfFound } from '#server/staff/audit';
import type { Site } from '#site/load';
import { UsageError } from '../arguments.ts';
import { auditNote, auditPlace } from './audit.ts';
import { appealLines, photoLines, type Place, reportDetails, reportLines } from './lists.ts';
import { monthLines } from './month-report.ts';
import { figuresLines } from './figures.ts';
import type { OneOrder, StoredOrder } from './orders.ts';

const LISTS = {
  queue: { lines: photoLines, empty: 'No photo waits.' },
  reports: { lines: reportLines, empty: 'No report waits.' },
  appeals: { lines: appealLines, empty: 'No appeal waits.' },
} as const;

const OBSTACLES = {
  decided: 'It is decided already.',
  member_gone: 'The member is gone, or was never confirmed: the report can only be closed.',
  photo_gone: 'The photo is gone: warn, suspend or ban the member, or close the report.',
  same_person:
    'This decision is your own, so someone else looks at the appeal; --alone says that there is no one else.',
} as const;

interface Work {
  readonly db: Db;
  readonly queue: Queue;
  readonly place: Place;
  readonly now: Date;
}

interface Given {
  readonly database: OpenDatabase;
  readonly queue: Queue;
  readonly sites: readonly Site[];
  readonly photos: Place['photos'];
  readonly now: Date;
}

/** The lines to print. */
export async function carryOut({ database, queue, sites, photos, now }: Given, order: StoredOrder): Promise<string[]> {
  if (order.kind === 'figures') return figuresLines(database, sites, order);
  if (order.kind === 'month') return monthLines(database, sites, order, now);
  const found: string[] = [];
  for (const { id: tenant, folder } of sites) {
    const place = { tenant, folder, photos };
    const lines = await inAuditIfFound(database, auditPlace(tenant, order, now), async (db, note) => {
      const done = await inPlace({ db, queue, place, now }, order);
      if (!done || done.length === 0) return null;
      await note(auditNote(order));
      return done;
    });
    if (lines === null) continue;
    found.push(...lines);
    if (!isList(order)) return found;
  }
  if (!isList(order)) throw new UsageError(`There is no ${nameOf(order)}.`);
  return found.length > 0 ? found : [LISTS[order.kind].empty];
}

type ListOrder = Extract<StoredOrder, { kind: keyof typeof LISTS }>;
const isList = (order: OneOrder): order is ListOrder => order.kind in LISTS;

function nameOf(order: Exclude<OneOrder, ListOrder>): string {
  return `${order.kind === 'show' ? 'report' : order.kind} ${order.id}`;
}

/** Null when what the order is about does not belong to this niche. */
async function inPlace(work: Work, order: OneOrder): Promise<string[] | null> {
  const { db, queue, place, now } = work;
  const { tenant, folder } = place;
  switch (order.kind) {
    case 'queue':
    case 'reports':
    case 'appeals':
      return LISTS[order.kind].lines(db, place);
    case 'show':
      return reportDetails(db, place, order.id);
    case 'photo': {
      const done = await decidePhoto(db, queue, { ...order, photo: order.id, tenant, now });
      return done && [`${folder}: ${done.before} → ${order.verdict.action === 'approve' ? 'active' : 'rejected'}`];
    }
    case 'report':
      return refuseOr(
        await decideReport(db, queue, { ...order, report: order.id, tenant, now }),
        `${folder}: ${order.measure.action}`,
      );
    case 'appeal':
      return refuseOr(
        await decideAppeal(db, queue, { ...order, appeal: order.id, tenant, now }),
        `${folder}: ${order.outcome}`,
      );
    case 'member':
      return aboutMember(work, order);
  }
}

async function aboutMember({ db, queue, place, now }: Work, order: Extract<StoredOrder, { kind: 'member' }>) {
  const { tenant, folder } = place;
  const { measure, ...decision } = { ...order, account: order.id, tenant, now };
  const done =
    measure === 'restore' ? await restoreMember(db, decision) : await decideMember(db, queue, { ...decision, measure });
  return done === null ? null : [`${folder}: ${measure === 'restore' ? measure : measure.action}`];
}

/** Throws, so that the transaction is rolled back. */
function refuseOr(obstacle: 'unknown' | keyof typeof OBSTACLES | null, done: string): string[] | null {
  if (obstacle === null) return [done];
  if (obstacle === 'unknown') return null;
  throw new UsageError(OBSTACLES[obstacle]);
}
