// What the mails to an account share: the data of their jobs, their retries, and the address and language to write to.
import * as z from 'zod/mini';
import type { AccountStatus } from '../db/tables/account.ts';
import type { Services } from '../services.ts';

export const accountJob = z.strictObject({ tenant: z.int(), account: z.uuid() });
export type AccountJob = z.infer<typeof accountJob>;

/** In place of an account that there is not: the job is added for every address, so that the work does not tell. */
export const NO_ACCOUNT = '00000000-0000-0000-0000-000000000000';

const ANY_STATUS: readonly AccountStatus[] = ['not_confirmed', 'active', 'pending_deletion', 'suspended'];

/** Retries of a mail: about 15 hours. */
export const MAIL_RETRIES = { times: 20, delay: 10, longest: 3600 } as const;

/** Null when the account is gone, or has none of the `statuses`. */
export const recipientOf = async (
  { database }: Services,
  { tenant, account }: AccountJob,
  statuses: readonly AccountStatus[] = ANY_STATUS,
) =>
  (await database.inTenant(tenant, (db) =>
    db
      .selectFrom('account')
      .select(['email', 'language'])
      .where('tenant', '=', tenant)
      .where('id', '=', account)
      .where('status', 'in', statuses)
      .executeTakeFirst(),
  )) ?? null;
