// Stored files that no photo owns.
import type { ColumnType } from 'kysely';
import { kept, plain, SHORT } from '../personal.ts';
import { table } from '../table.ts';

/**
 * Stored files that no photo owns: of an upload that is under way, or whose photo is gone. A job deletes them. `uploader` is the
 * member while it counts against the number of photos.
 */
export interface StrayPhotoTable {
  tenant: number;
  file: string;
  uploader: string | null;
  at: Date;
  /** The bytes of its upload are still on their way. */
  arriving: ColumnType<boolean, boolean | undefined>;
  /** It is to be a picture in a chat, not one of the member's own photos. */
  in_chat: ColumnType<boolean, boolean | undefined>;
}

export const strayPhoto = table<StrayPhotoTable>()({
  retention: {
    keep: 'forever',
    because: 'Each row goes with its files, within minutes (src/server/media/stray-photos.ts).',
  },
  owners: [],
  columns: { ...plain('tenant', 'at', 'arriving', 'in_chat'), ...kept(SHORT, false, 'file', 'uploader') },
});
