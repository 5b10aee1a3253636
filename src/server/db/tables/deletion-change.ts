// An account that was deleted, came back or was erased, until that is written beside the photos (src/server/auth/deletion-record.ts).
import type { GeneratedAlways } from 'kysely';
import { kept, plain, SHORT } from '../personal.ts';
import { type Defaulted, table } from '../table.ts';

/** `hash` is of the account's random id, from which nothing leads back to it. */
export interface DeletionChangeTable {
  tenant: number;
  id: GeneratedAlways<number>;
  hash: string;
  state: 'erased' | 'deleted' | 'kept';
  at: Defaulted<Date>;
}

export const deletionChange = table<DeletionChangeTable>()({
  retention: { keep: 'forever', because: 'A job deletes it within minutes, once it is written beside the photos.' },
  owners: [],
  columns: { ...plain('tenant', 'id', 'state', 'at'), ...kept(SHORT, false, 'hash') },
});
