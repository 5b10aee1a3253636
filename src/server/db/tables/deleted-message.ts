// What a message deleted for both said. `at`: when it was deleted.
import type { GiftId } from '#contract/chats';
import { SAFETY } from '#domain/limits';
import { hidden, OWNER, plain, SHORT } from '../personal.ts';
import { table } from '../table.ts';

export interface DeletedMessageTable {
  tenant: number;
  conversation: string;
  seq: number;
  sender: string;
  text: string;
  gift: GiftId | null;
  at: Date;
}

export const deletedMessage = table<DeletedMessageTable>()({
  retention: { column: 'at', keepHours: SAFETY.reportDeletedHours },
  owners: ['sender'],
  columns: {
    ...plain('tenant', 'conversation', 'seq', 'at'),
    ...hidden(SHORT, 'text', 'gift'),
    ...hidden(OWNER, 'sender'),
  },
});
