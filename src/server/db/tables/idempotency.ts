// Answers given to calls that carried an Idempotency-Key.
import { hidden, plain, SHORT } from '../personal.ts';
import { table } from '../table.ts';

/**
 * Answers given to calls that carried an Idempotency-Key, partitioned by `day` (UTC). `caller` is an account, or for all visitors
 * the nil UUID. `key` is hashed, for visitors together with their address, and `body_hash` is keyed by what was sent.
 */
export interface IdempotencyTable {
  tenant: number;
  caller: string;
  route: string;
  key: string;
  day: string;
  body_hash: Uint8Array;
  status: number;
  body: string | null;
}

export const idempotency = table<IdempotencyTable>()({
  retention: { partitions: 'day', keepDays: 2 },
  owners: ['caller'],
  columns: {
    ...plain('tenant', 'route', 'key', 'day', 'body_hash', 'status'),
    ...hidden(SHORT, 'caller', 'body'),
  },
});
