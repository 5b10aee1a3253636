// Something that a person has closed, and that waits no more; who did is in the audit log.
import { plain } from '../personal.ts';
import { table } from '../table.ts';

export interface ClosedMatterTable {
  tenant: number;
  kind: 'complaint' | 'parked';
  id: string;
  at: Date;
}

export const closedMatter = table<ClosedMatterTable>()({
  retention: { keep: 'forever', because: 'What is closed stays closed; it holds ids only.' },
  owners: [],
  columns: plain('tenant', 'kind', 'id', 'at'),
});
