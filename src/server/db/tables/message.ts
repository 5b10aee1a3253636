// The messages that were delivered.
import type { GiftId } from '#contract/chats';
import { hidden, own, OWNER, plain } from '../personal.ts';
import { WITH_ACCOUNT } from '../retention.ts';
import { type Defaulted, table } from '../table.ts';

/**
 * A delivered message; `cost` is its price in whole credits. `deleted`: for `both` members, and its text is gone; or
 * hidden from its `sender` alone.
 */
export interface MessageTable {
  tenant: number;
  conversation: string;
  seq: number;
  sender: string;
  client_id: string;
  text: string;
  at: Date;
  cost: number;
  deleted: Defaulted<'both' | 'sender' | null>;
  /** What was given; such a message has no text. */
  gift: Defaulted<GiftId | null>;
  /** The name of a picture; such a message has no text. */
  picture: Defaulted<string | null>;
  /** The name of a recording; the text of such a message is what its sender wrote below it. */
  voice: Defaulted<string | null>;
  /** The number of the message that it answers. */
  quote: Defaulted<number | null>;
  /** When its credits went back to the sender; null: never. */
  returned_at: Defaulted<Date | null>;
}

export const message = table<MessageTable>()({
  retention: { ...WITH_ACCOUNT, partitions: 'month' },
  owners: ['sender'],
  columns: {
    ...plain('tenant', 'client_id'),
    ...own('conversation', 'seq', 'text', 'at', 'cost', 'gift', 'picture', 'voice', 'quote', 'deleted', 'returned_at'),
    ...hidden(OWNER, 'sender'),
  },
});
