// How often something happened on a day, for limits per day.
import { kept, plain, SHORT } from '../personal.ts';
import { DAY } from '../retention.ts';
import { table } from '../table.ts';

export interface DailyCountTable {
  tenant: number;
  key: string;
  day: string;
  count: number;
}

export const dailyCount = table<DailyCountTable>()({
  retention: { column: 'day', keepHours: DAY },
  owners: [],
  columns: { ...plain('tenant', 'day', 'count'), ...kept(SHORT, false, 'key') },
});
