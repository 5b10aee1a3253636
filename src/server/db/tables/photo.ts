// A picture. `token` is its random public name (32 hex digits); `file` the stored base name, which demo members share.
import type { PhotoReason } from '#contract/photos';
import { hidden, own, OWNER, plain } from '../personal.ts';
import { WITH_ACCOUNT } from '../retention.ts';
import { type Defaulted, table } from '../table.ts';

export type PhotoStatus = 'pending' | 'active' | 'rejected';

export interface PhotoTable {
  tenant: number;
  id: string;
  profile: string;
  token: string;
  file: string;
  private: Defaulted<boolean>;
  status: Defaulted<PhotoStatus>;
  position: Defaulted<number>;
  /** Why it is rejected; null for any other photo. */
  reason: Defaulted<PhotoReason | null>;
  /** Of what it looks like, as 64 bits; null for demo photos. */
  hash: Defaulted<string | null>;
  at: Defaulted<Date>;
  /** Whether it said, when it came, that it was made or altered with AI. */
  ai: Defaulted<boolean>;
  /** Whether what it shows where it is locked was made by an earlier release, and is higher than today. */
  old_preview: Defaulted<boolean>;
}

export const photo = table<PhotoTable>()({
  retention: WITH_ACCOUNT,
  owners: ['profile'],
  files: { column: 'file', exportedAs: 'token' },
  columns: {
    ...plain('tenant', 'position', 'old_preview'),
    ...own('id', 'token', 'private', 'status', 'reason', 'at', 'ai'),
    ...hidden('Where the picture lies, and its likeness; the picture is in the export itself.', 'file', 'hash'),
    ...hidden(OWNER, 'profile'),
  },
});
