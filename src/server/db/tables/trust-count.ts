// The latest count for the trust page: reports and refunds of its days, and the profiles of that moment.
import { plain } from '../personal.ts';
import { table } from '../table.ts';

export interface TrustCountTable {
  tenant: number;
  counted_at: Date;
  median_minutes: number | null;
  decided: number;
  received: number;
  answered: number;
  refunded: number;
  profiles: number;
  fictional: number;
}

export const trustCount = table<TrustCountTable>()({
  retention: { keep: 'forever', because: 'One count for each brand, which concerns no person.' },
  owners: [],
  columns: {
    ...plain('tenant', 'counted_at', 'median_minutes', 'decided', 'received', 'answered', 'refunded'),
    ...plain('profiles', 'fictional'),
  },
});
