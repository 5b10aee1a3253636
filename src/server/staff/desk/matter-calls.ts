// Calls of staff about complaints and parked payment reports.
import { Refusal } from '../../http/refusal.ts';
import { audited, change } from '../audit.ts';
import { brandOf } from '../brands.ts';
import type { StaffCtx, StaffHandler } from '../context.ts';
import { closeMatter, readComplaint, readParked } from './matters.ts';

export const showComplaint: StaffHandler<'complaints.show'> = (ctx, { brand, id }) => {
  const { id: tenant } = brandOf(ctx.services, brand);
  return audited(ctx, tenant, async (db, note) => {
    const complaint = await readComplaint(db, tenant, id);
    if (!complaint) throw new Refusal('not_found');
    await note({ subject: `complaint ${id}` });
    return { complaint };
  });
};

export const showParked: StaffHandler<'parked.show'> = (ctx, { brand, id }) => {
  const { id: tenant } = brandOf(ctx.services, brand);
  return audited(ctx, tenant, async (db, note) => {
    const parked = await readParked(db, tenant, id);
    if (!parked) throw new Refusal('not_found');
    await note({ subject: `parked ${id}` });
    return { parked };
  });
};

interface Closing {
  readonly brand: string;
  readonly id: string;
  readonly reason: string;
}

function close(ctx: StaffCtx, kind: 'complaint' | 'parked', { brand, id, reason }: Closing): Promise<null> {
  const { id: tenant } = brandOf(ctx.services, brand);
  return change(ctx, tenant, async (db, note) => {
    const obstacle = await closeMatter(db, { tenant, kind, id, now: ctx.now });
    if (obstacle !== null) throw new Refusal(obstacle === 'unknown' ? 'not_found' : 'already_decided');
    await note({ subject: `${kind} ${id}`, reason, before: { closed: false }, after: { closed: true } });
    return null;
  });
}

export const closeComplaint: StaffHandler<'complaints.close'> = (ctx, input) => close(ctx, 'complaint', input);
export const closeParked: StaffHandler<'parked.close'> = (ctx, input) => close(ctx, 'parked', input);
