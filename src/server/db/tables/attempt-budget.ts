// What attempts have used up: each moves `spent_until` on, and time gives it back.
import { kept, plain, SHORT } from '../personal.ts';
import { table } from '../table.ts';

export interface AttemptBudgetTable {
  tenant: number;
  key: string;
  spent_until: Date;
}

export const attemptBudget = table<AttemptBudgetTable>()({
  retention: { column: 'spent_until', keepHours: 0 },
  owners: [],
  columns: { ...plain('tenant', 'spent_until'), ...kept(SHORT, false, 'key') },
});
