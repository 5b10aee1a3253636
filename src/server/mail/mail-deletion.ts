// The job that deletes what the development mailbox keeps for too long.
import * as z from 'zod/mini';
import { DAY_MS } from '#domain/durations';
import { DELETION_DAYS } from '#domain/limits';
import { HOURLY, jobKind } from '../queue.ts';
import { smsFolder } from '../sms/index.ts';
import { deleteDated } from '../storage/dated-files.ts';
import { mailFolder } from './index.ts';

/**
 * All tenants share the folders of the development mailbox. A mail or text message in them goes after as many days as a deleted account is
 * kept, so none is left of an account that has been erased.
 */
export const mailDeletion = jobKind({
  name: 'delete_stored_mail',
  data: z.strictObject({ tenant: z.int() }),
  schedule: { cron: HOURLY, runsFor: 'all brands at once', atStart: true },
  run: async ({ config: { dataDir }, now }) => {
    const until = new Date(now().getTime() - DELETION_DAYS * DAY_MS);
    for (const folder of [mailFolder(dataDir), smsFolder(dataDir)]) await deleteDated(folder, until);
  },
});
