// Carries out an operator's order in the niche that it belongs to.
import type { Db, OpenDatabase } from '#server/db/index';
import { decideAppeal } from '#server/modules/appeals/decide-appeal';
import { decidePhoto } from '#server/modules/photos/moderation';
import { decideMember, restoreMember } from '#server/modules/safety/decide-member';
import { decideReport } from '#server/modules/safety/decide-report';
import type { Queue } from '#server/queue';
import { inAuditIfFound } from '#server/staff/audit';
import { standingOf } from '#server/staff/desk/members';
import type { Site } from '#site/load';
import { UsageError } from '../arguments.ts';
import { auditNote, auditPlace } from './audit.ts';
import { type Answer, listAppeals, listPhotos, listReports, type Place, showReport } from './lists.ts';
import { monthLines } from './month-report.ts';
import { figuresLines } from './figures.ts';
import type { OneOrder, Printed, StoredOrder } from './orders.ts';

const LISTS = {
  queue: { list: listPhotos, empty: 'No photo waits.' },
  reports: { list: listReports, empty: 'No report waits.' },
  appeals: { list: listAppeals, empty: 'No appeal waits.' },
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

/** What was found or done in a niche, and how it stood before. */
interface Done extends Answer {
  readonly before?: unknown;
}

/** The lines to print. */
export async function carryOut(given: Given, order: StoredOrder & Printed): Promise<string[]> {
  const { database, queue, sites, photos, now } = given;
  if (order.kind === 'figures') return figuresLines(database, sites, order);
  if (order.kind === 'month') return monthLines(database, sites, order, now);
  const found: string[] = [];
  for (const { id: tenant, folder } of sites) {
    const place = { tenant, folder, photos };
    const done = await inAuditIfFound(database, auditPlace(tenant, order, now), async (db, note) => {
      const did = await inPlace({ db, queue, place, now }, order);
      if (!did || did.lines.length === 0) return null;
      await note(auditNote(order, did.before));
      return did;
    });
    if (done === null) continue;
    found.push(...(order.isJson ? done.objects.map((each) => JSON.stringify(each)) : done.lines));
    if (!isList(order)) return found;
  }
  if (!isList(order)) throw new UsageError(`There is no ${nameOf(order)}.`);
  return found.length > 0 || order.isJson ? found : [LISTS[order.kind].empty];
}

type ListOrder = Extract<OneOrder, { kind: keyof typeof LISTS }>;
const isList = <Given extends OneOrder>(order: Given): order is Given & ListOrder => order.kind in LISTS;

function nameOf(order: Exclude<OneOrder, ListOrder>): string {
  return `${order.kind === 'show' ? 'report' : order.kind} ${order.id}`;
}

/** Null when what the order is about does not belong to this niche. */
async function inPlace(work: Work, order: OneOrder): Promise<Done | null> {
  const { db, queue, place, now } = work;
  const { tenant, folder } = place;
  const decided = { tenant, now } as const;
  switch (order.kind) {
    case 'queue':
    case 'reports':
    case 'appeals':
      return LISTS[order.kind].list(db, place);
    case 'show':
      return showReport(db, place, order.id);
    case 'photo': {
      const done = await decidePhoto(db, queue, { ...order, ...decided, photo: order.id });
      const status = order.verdict.action === 'approve' ? 'active' : 'rejected';
      return done && did(folder, `${done.before} → ${status}`, { id: order.id, status }, { status: done.before });
    }
    case 'report': {
      const { action } = order.measure;
      const obstacle = await decideReport(db, queue, { ...order, ...decided, report: order.id });
      return refuseOr(obstacle, did(folder, action, { id: order.id, action }, { status: 'received' }));
    }
    case 'appeal': {
      const { id, outcome } = order;
      const obstacle = await decideAppeal(db, queue, { ...order, ...decided, appeal: id });
      return refuseOr(obstacle, did(folder, outcome, { id, outcome }, { outcome: null }));
    }
    case 'member':
      return aboutMember(work, order);
  }
}

async function aboutMember(
  { db, queue, place, now }: Work,
  order: Extract<OneOrder, { kind: 'member' }>,
): Promise<Done | null> {
  const { tenant, folder } = place;
  const before = await standingOf(db, tenant, order.id);
  const { measure, ...decision } = { ...order, account: order.id, tenant, now };
  const done =
    measure === 'restore' ? await restoreMember(db, decision) : await decideMember(db, queue, { ...decision, measure });
  const action = measure === 'restore' ? measure : measure.action;
  return done === null ? null : did(folder, action, { id: order.id, action }, before);
}

const did = (brand: string, said: string, object: object, before: unknown): Done => ({
  ...{ objects: [{ brand, ...object }], lines: [`${brand}: ${said}`], before },
});

/** Throws, so that the transaction is rolled back. */
function refuseOr(obstacle: 'unknown' | keyof typeof OBSTACLES | null, done: Done): Done | null {
  if (obstacle === null) return done;
  if (obstacle === 'unknown') return null;
  throw new UsageError(OBSTACLES[obstacle]);
}
