// A picture in a chat: `token` is its name, which begins with the token in its address; `file` is the name of its files, which are deleted
// after the row.
import { hidden, own, OWNER, plain } from '../personal.ts';
import { WITH_ACCOUNT } from '../retention.ts';
import { table } from '../table.ts';

export interface ChatPictureTable {
  tenant: number;
  token: string;
  file: string;
  conversation: string;
  sender: string;
  at: Date;
  /** What it looks like; null for those of before. */
  hash: string | null;
}

export const chatPicture = table<ChatPictureTable>()({
  // Its files follow it within minutes.
  retention: WITH_ACCOUNT,
  owners: ['sender'],
  files: { column: 'file', exportedAs: 'token' },
  columns: {
    ...plain('tenant'),
    ...own('token', 'conversation', 'at'),
    ...hidden('Where the picture lies, and its likeness; the picture is in the export itself.', 'file', 'hash'),
    ...hidden(OWNER, 'sender'),
  },
});
