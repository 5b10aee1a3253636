// A conversation of two members, with what each side has read.
import { hidden, own, plain } from '../personal.ts';
import { WITH_ACCOUNT } from '../retention.ts';
import { type Defaulted, table } from '../table.ts';

/**
 * A conversation of two members; `one` is the smaller id. `*_read` is the last `seq` that side has read. All messages
 * lie between `created_at` and `last_at`, the time of the last one, so a query with both reads only the partitions of
 * those months. `*_deleted_to` is the last `seq` when that side deleted the conversation; null: never.
 */
export interface ConversationTable {
  tenant: number;
  id: string;
  one: string;
  two: string;
  starter: string;
  created_at: Date;
  last_seq: Defaulted<number>;
  last_at: Date;
  one_unread: Defaulted<number>;
  two_unread: Defaulted<number>;
  one_read: Defaulted<number>;
  two_read: Defaulted<number>;
  one_deleted_to: Defaulted<number | null>;
  two_deleted_to: Defaulted<number | null>;
}

export const conversation = table<ConversationTable>()({
  retention: WITH_ACCOUNT,
  owners: ['one', 'two'],
  columns: {
    ...plain('tenant', 'last_seq'),
    ...own('id', 'one', 'two', 'starter', 'created_at', 'last_at'),
    ...hidden(
      'Counts of both sides, of which one is of the other member.',
      'one_unread',
      'two_unread',
      'one_read',
      'two_read',
    ),
    ...hidden('Up to where each side deleted it for themselves.', 'one_deleted_to', 'two_deleted_to'),
  },
});
