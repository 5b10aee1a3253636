// Which tables the application may have partitions created and dropped of; only the owner of the tables reaches it.
import { plain } from '../personal.ts';
import { table } from '../table.ts';

export interface PartitionRuleTable {
  parent: string;
  period: 'day' | 'month';
  least_days: number | null;
}

export const partitionRule = table<PartitionRuleTable>()({
  retention: { keep: 'forever', because: 'Part of the structure of the database.' },
  owners: [],
  granted: [],
  columns: plain('parent', 'period', 'least_days'),
});
