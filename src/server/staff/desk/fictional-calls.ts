// Calls of staff about fictional profiles. The public share is counted again after each change.
import { Refusal } from '../../http/refusal.ts';
import { profileFigures } from '../../modules/figures/report-figures.ts';
import { trustCount } from '../../modules/trust/count.ts';
import { change } from '../audit.ts';
import { brandOf } from '../brands.ts';
import type { StaffHandler } from '../context.ts';
import { countRetired, editFictional, listFictional, makeFictional, retireFictional } from './fictional.ts';

/** Of no member, so that a look is no matter of the log. */
export const listFictionalCall: StaffHandler<'fictional.list'> = ({ services }, { brand }) => {
  const { id: tenant, siteSettings } = brandOf(services, brand);
  return services.database.inTenant(tenant, async (db) => ({
    ...(await profileFigures(db, tenant)),
    retired: await countRetired(db, tenant),
    countries: [...siteSettings.countries],
    list: await listFictional(db, tenant),
  }));
};

export const makeFictionalCall: StaffHandler<'fictional.make'> = (ctx, { brand, reason, ...fields }) => {
  const site = brandOf(ctx.services, brand);
  return change(ctx, site.id, async (db, note) => {
    const made = await makeFictional(db, { site, fields, now: ctx.now });
    await note({ ...made.note, reason });
    await ctx.services.queue.add(db, trustCount, { tenant: site.id });
    return { id: made.id };
  });
};

export const editFictionalCall: StaffHandler<'fictional.edit'> = (ctx, { brand, id, reason, ...fields }) => {
  const site = brandOf(ctx.services, brand);
  return change(ctx, site.id, async (db, note) => {
    const noted = await editFictional(db, id, { site, fields, now: ctx.now });
    if (!noted) throw new Refusal('not_found');
    await note({ ...noted, reason });
    return null;
  });
};

export const retireFictionalCall: StaffHandler<'fictional.retire'> = (ctx, { brand, id, reason }) => {
  const { id: tenant } = brandOf(ctx.services, brand);
  return change(ctx, tenant, async (db, note) => {
    const noted = await retireFictional(db, tenant, id);
    if (!noted) throw new Refusal('not_found');
    await note({ ...noted, reason });
    await ctx.services.queue.add(db, trustCount, { tenant });
    return null;
  });
};
