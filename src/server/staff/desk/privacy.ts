// What a member may ask for by law and staff carry out: a copy of their data, and being erased.
import { deletionRecord } from '../../auth/deletion-record.ts';
import { lockToErase } from '../../auth/lock-owner.ts';
import { eraseMember } from '../../auth/erase-account.ts';
import type { Db } from '../../db/index.ts';
import { placeExport } from '../../export/place-export.ts';
import { Refusal } from '../../http/refusal.ts';
import { forgetJobs, type Queue } from '../../queue.ts';
import { type AuditNote, change } from '../audit.ts';
import { brandOf } from '../brands.ts';
import type { StaffHandler } from '../context.ts';
import { standingOf } from './members.ts';

interface Asked {
  readonly tenant: number;
  readonly account: string;
  readonly now: Date;
}

/**
 * Has the member's own export made, as if they had asked for it: it opens with their own session only, so staff read none of their
 * messages. Null when there is no such member. Throws `cannot_log_in` or `export_limit`.
 */
export async function exportForMember(
  db: Db,
  queue: Queue,
  { tenant, account, now }: Asked,
): Promise<AuditNote | null> {
  const standing = await standingOf(db, tenant, account);
  if (!standing) return null;
  if (standing.status !== 'active') throw new Refusal('cannot_log_in');
  const retryAfter = await placeExport(db, queue, tenant, account, now);
  if (retryAfter > 0) throw new Refusal('export_limit', { retryAfter });
  return { subject: `member ${account}`, before: { export: null }, after: { export: 'asked for' } };
}

/** At once, in every standing of the member; what is left is what an erasure leaves. Null when there is no such member. */
export async function eraseForMember(db: Db, queue: Queue, { tenant, account }: Asked): Promise<AuditNote | null> {
  await lockToErase(db, tenant, account);
  const before = await standingOf(db, tenant, account);
  if (!before || !(await eraseMember(db, tenant, account))) return null;
  await queue.add(db, deletionRecord, { tenant });
  return { subject: `member ${account}`, before, after: { status: 'erased' } };
}

export const exportMember: StaffHandler<'members.export'> = (ctx, { brand, id: account, reason }) => {
  const { id: tenant } = brandOf(ctx.services, brand);
  return change(ctx, tenant, async (db, note) => {
    const noted = await exportForMember(db, ctx.services.queue, { tenant, account, now: ctx.now });
    if (!noted) throw new Refusal('not_found');
    await note({ ...noted, reason });
    return null;
  });
};

export const eraseMemberCall: StaffHandler<'members.erase'> = async (ctx, { brand, id: account, reason }) => {
  const { id: tenant } = brandOf(ctx.services, brand);
  const { queue, database } = ctx.services;
  await change(ctx, tenant, async (db, note) => {
    const noted = await eraseForMember(db, queue, { tenant, account, now: ctx.now });
    if (!noted) throw new Refusal('not_found');
    await note({ ...noted, reason });
    return null;
  });
  // Once they are gone, since an id of another brand is no member here; sent again, the call does it again.
  await forgetJobs(database, [account]);
  return null;
};
