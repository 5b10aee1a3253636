// Until when messages and likes have been looked at for mails.
import { plain } from '../personal.ts';
import { table } from '../table.ts';

export interface NotificationSweepTable {
  tenant: number;
  swept_to: Date;
}

export const notificationSweep = table<NotificationSweepTable>()({
  retention: { keep: 'forever', because: 'One time for each brand, which concerns no person.' },
  owners: [],
  columns: plain('tenant', 'swept_to'),
});
