// Contract of the trust page: numbers of a brand that anyone may see.
import * as z from 'zod/mini';
import { endpoint, NoInput } from './endpoint.ts';
import { Moment } from './values.ts';

const Count = z.int().check(z.minimum(0));
const Percent = z.number().check(z.minimum(0), z.maximum(100));

/**
 * The last 90 days, counted by the hour. A number made of fewer than ten reports, payments or profiles is null: it would say little,
 * and might point to someone. Before the first count `counted_at` is null as well.
 * - `decision_hours`: half of the reports that were decided had their decision within so many hours.
 * - `answered_percent`: of the reports received, how many have their decision.
 * - `refunded_payments`: payments of which something was given back.
 * - `fictional_percent`: of the profiles that members can find now.
 */
export const TrustNumbers = z.strictObject({
  decision_hours: z.nullable(z.number().check(z.minimum(0))),
  answered_percent: z.nullable(Percent),
  refunded_payments: z.nullable(Count),
  fictional_percent: z.nullable(Percent),
  counted_at: z.nullable(Moment),
});
export type TrustNumbers = z.infer<typeof TrustNumbers>;

export const trust = {
  show: endpoint({
    method: 'GET',
    path: '/api/trust.php',
    access: 'anyone',
    input: NoInput,
    output: TrustNumbers,
    limit: 30,
  }),
};
