// What staff did or looked at. `staff` is null on the command line, where `actor` is who is named there.
import type { ColumnType, GeneratedAlways } from 'kysely';
import { kept, plain } from '../personal.ts';
import { table } from '../table.ts';

type Json = ColumnType<unknown, string | null | undefined, never>;

export interface AuditLogTable {
  tenant: number;
  id: GeneratedAlways<number>;
  at: Date;
  staff: string | null;
  actor: string;
  role: string | null;
  call: string;
  subject: string;
  reason: string | null;
  before: Json;
  after: Json;
}

const PROOF = 'Proves what staff did; of members it holds ids only, which lead nowhere once they are erased.';

export const auditLog = table<AuditLogTable>()({
  retention: { keep: 'forever', because: 'What staff did can be proven; of members it holds ids only.' },
  owners: [],
  columns: {
    ...plain('tenant', 'id'),
    ...kept(PROOF, false, 'at', 'staff', 'actor', 'role', 'call', 'subject', 'reason', 'before', 'after'),
  },
});
