// What staff look at besides decisions: brands, pictures and figures.
import * as z from 'zod/mini';
import { Brand, staffCall } from './staff-call.ts';
import { Id, Moment } from './values.ts';

/** By what figures may be split. A source is network and ref; a campaign is these and the subs that came with them. */
export const groupings = ['day', 'country', 'source', 'campaign'] as const;
export type Grouping = (typeof groupings)[number];

const Day = z.string().check(z.regex(/^\d{4}-\d\d-\d\d$/));
/** Each at most once. */
const By = z.string().check(
  z.regex(new RegExp(`^((${groupings.join('|')})(,(?=.)|$))*$`)),
  z.refine((by) => new Set(by.split(',')).size === by.split(',').length),
);
const About = z.strictObject({ brand: Brand, id: Id });
/** A picture or a recording as a data address, which no cache keeps; null when its file is gone. */
export const PictureAddress = z.nullable(z.string());

/** In minor units of one currency. */
const Money = z.strictObject({
  revenue: z.number(),
  refunds: z.number(),
  chargebacks: z.number(),
  reversed: z.number(),
});

export const viewCalls = {
  'brands.list': staffCall({
    method: 'GET',
    path: '/operator/api/brands',
    input: z.strictObject({}),
    output: z.strictObject({ brands: z.array(z.strictObject({ folder: z.string(), name: z.string() })) }),
  }),
  'photos.show': staffCall({
    method: 'GET',
    path: '/operator/api/photo',
    input: About,
    output: z.strictObject({
      photo: z.strictObject({
        ...{ id: Id, at: Moment, status: z.string(), reason: z.nullable(z.string()), private: z.boolean() },
        ...{ member: Id, name: z.string(), birth_date: z.string(), picture: PictureAddress },
      }),
    }),
  }),
  /** A picture or a recording in the evidence of a report, by its token there. */
  'reports.picture': staffCall({
    method: 'GET',
    path: '/operator/api/report/picture',
    input: z.strictObject({
      ...About.shape,
      token: z.string().check(z.regex(/^[0-9a-f]{32}(?:-revealing|-\d{1,2}-(?:webm|mp4))?$/)),
    }),
    output: z.strictObject({ picture: PictureAddress }),
  }),
  /** Whole days in UTC, both included; without a brand those of all brands. One row for each brand and combination of keys. */
  'figures.read': staffCall({
    method: 'GET',
    path: '/operator/api/figures',
    input: z.strictObject({ brand: z.optional(Brand), from: Day, to: Day, by: By }),
    output: z.strictObject({
      rows: z.array(
        z.strictObject({
          ...{ brand: z.string(), keys: z.array(z.string()), signups: z.int(), confirmed: z.int(), wrote: z.int() },
          ...{ bought: z.int(), active: z.int(), money: z.record(z.string(), Money) },
        }),
      ),
    }),
  }),
} as const;
