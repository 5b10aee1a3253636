// A recording in a chat: `name` is in its address, `file` the name of its file, which is deleted after the row.
import { hidden, own, OWNER, plain } from '../personal.ts';
import { WITH_ACCOUNT } from '../retention.ts';
import { table } from '../table.ts';

export interface ChatVoiceTable {
  tenant: number;
  /** Random, with its seconds and its container, so that a message needs no other table to show it: `<32 hex digits>-17-webm`. */
  name: string;
  file: string;
  conversation: string;
  sender: string;
  at: Date;
}

export const chatVoice = table<ChatVoiceTable>()({
  // Its file follows it within minutes.
  retention: WITH_ACCOUNT,
  owners: ['sender'],
  files: { column: 'file', exportedAs: 'name', holds: 'recording' },
  columns: {
    ...plain('tenant'),
    ...own('name', 'conversation', 'at'),
    ...hidden('Where the recording lies; it is in the export itself.', 'file'),
    ...hidden(OWNER, 'sender'),
  },
});
