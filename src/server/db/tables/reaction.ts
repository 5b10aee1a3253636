// A member's reaction to a message of the other one in a conversation.
import type { ReactionId } from '#contract/chats';
import { hidden, own, OWNER, plain } from '../personal.ts';
import { WITH_ACCOUNT } from '../retention.ts';
import { table } from '../table.ts';

/** `seq` is the message's number. */
export interface ReactionTable {
  tenant: number;
  conversation: string;
  seq: number;
  account: string;
  kind: ReactionId;
  at: Date;
}

export const reaction = table<ReactionTable>()({
  retention: WITH_ACCOUNT,
  owners: ['account'],
  columns: { ...plain('tenant'), ...own('conversation', 'seq', 'kind', 'at'), ...hidden(OWNER, 'account') },
});
