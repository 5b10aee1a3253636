// Functions that create and drop partitions by time.
import { partitionFunctions } from '../partitions.ts';

/** One statement each, since the embedded engine takes one at a time. */
export const messageMonths: readonly string[] = [
  ...partitionFunctions,
  // A key over all tenants would keep them in one database for ever.
  `alter table photo drop constraint photo_token_key, add constraint photo_token_key unique (tenant, token)`,
];
