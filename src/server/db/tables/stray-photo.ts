// Stored files that no row of another table owns.
import type { ColumnType } from 'kysely';
import { kept, plain, SHORT } from '../personal.ts';
import { table } from '../table.ts';

/**
 * Stored files that no row of another table owns: of an upload that is under way, or whose row is gone. A job deletes them. `uploader`
 * is the member while it counts against the number of uploads.
 */
export interface StrayPhotoTable {
  tenant: number;
  file: string;
  uploader: string | null;
  at: Date;
  /** The bytes of its upload are still on their way. */
  arriving: ColumnType<boolean, boolean | undefined>;
  /** The table whose row it is to belong to; null when its row is gone. */
  claimed_for: ColumnType<string | null, string | null | undefined>;
}

export const strayPhoto = table<StrayPhotoTable>()({
  retention: {
    keep: 'forever',
    because: 'Each row goes with its files, within minutes (src/server/media/stray-photos.ts).',
  },
  owners: [],
  columns: { ...plain('tenant', 'at', 'arriving', 'claimed_for'), ...kept(SHORT, false, 'file', 'uploader') },
});
