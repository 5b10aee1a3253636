// What shows no member: the brands, and figures of one or all of them.
import { DAY_MS } from '#domain/durations';
import { Refusal } from '../../http/refusal.ts';
import type { Grouping } from '#contract/staff-views';
import { isoDay } from '#domain/iso-day';
import { readFigures } from '../../modules/figures/figures.ts';
import { brandOf } from '../brands.ts';
import type { StaffHandler } from '../context.ts';

/** Longer periods are the command line's. */
const MOST_DAYS = 400;

export const listBrands: StaffHandler<'brands.list'> = ({ services }) =>
  Promise.resolve({ brands: services.sites.map(({ folder, name }) => ({ folder, name })) });

/** 0:00 UTC of a day. Refuses one that does not exist. */
function startOf(field: 'from' | 'to', day: string): Date {
  const start = new Date(`${day}T00:00:00Z`);
  if (Number.isNaN(start.getTime()) || isoDay(start) !== day)
    throw new Refusal('invalid', { fields: { [field]: 'no_such_date' } });
  return start;
}

export const readFiguresCall: StaffHandler<'figures.read'> = async (
  { services },
  { brand, from: first, to: last, by },
) => {
  const from = startOf('from', first);
  const to = new Date(startOf('to', last).getTime() + DAY_MS);
  const days = (to.getTime() - from.getTime()) / DAY_MS;
  if (days < 1 || days > MOST_DAYS) throw new Refusal('invalid', { fields: { to: 'out_of_range' } });
  const query = { from, to, by: by.split(',').filter(Boolean) as Grouping[] };
  const rows = [];
  for (const { id: tenant, folder } of brand === undefined ? services.sites : [brandOf(services, brand)]) {
    const figures = await services.database.inTenant(tenant, (db) => readFigures(db, { ...query, tenant }));
    rows.push(...figures.map((row) => ({ ...row, brand: folder, keys: [...row.keys] })));
  }
  return { rows };
};
