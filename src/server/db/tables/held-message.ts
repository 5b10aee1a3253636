// A message that waits until its sender confirms the e-mail address, has credits for it, or staff have read it.
import type { GeneratedAlways } from 'kysely';
import type { GiftId } from '#contract/chats';
import { hidden, own, OWNER, plain } from '../personal.ts';
import { WITH_ACCOUNT } from '../retention.ts';
import { type Defaulted, table } from '../table.ts';

export interface HeldMessageTable {
  tenant: number;
  id: GeneratedAlways<number>;
  conversation: string;
  sender: string;
  client_id: string;
  text: string;
  gift: Defaulted<GiftId | null>;
  picture: Defaulted<string | null>;
  voice: Defaulted<string | null>;
  at: Date;
  /** A first message with signs of a scam, and what was written after it. */
  waits_for_staff: Defaulted<boolean>;
}

export const heldMessage = table<HeldMessageTable>()({
  retention: WITH_ACCOUNT,
  owners: ['sender'],
  columns: {
    ...plain('tenant', 'id', 'client_id'),
    ...own('conversation', 'text', 'at', 'gift', 'picture', 'voice', 'waits_for_staff'),
    ...hidden(OWNER, 'sender'),
  },
});
