// An answer in the swipe game. A like counts against the likes of a day until `counts_until`; a pass has none.
import { SWIPE } from '#domain/limits';
import { hidden, own, OWNER, plain } from '../personal.ts';
import { DAY } from '../retention.ts';
import { table } from '../table.ts';

export interface SwipeTable {
  tenant: number;
  account: string;
  profile: string;
  liked: boolean;
  at: Date;
  counts_until: Date | null;
}

export const swipe = table<SwipeTable>()({
  retention: { column: 'at', keepHours: SWIPE.againAfterDays * DAY },
  owners: ['account'],
  columns: { ...plain('tenant'), ...own('profile', 'liked', 'at', 'counts_until'), ...hidden(OWNER, 'account') },
});
