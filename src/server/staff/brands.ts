// The brand that a call of staff names.
import type { Site } from '#site/load';
import { Refusal } from '../http/refusal.ts';
import type { Services } from '../services.ts';

/** Throws `not_found` for an unknown one. */
export function brandOf({ sites }: Pick<Services, 'sites'>, brand: string): Site {
  const site = sites.find(({ folder }) => folder === brand);
  if (!site) throw new Refusal('not_found');
  return site;
}
