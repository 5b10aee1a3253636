// A like that was taken back: what it was, in case it is given again.
import { WITHDRAWN_LIKE_HOURS } from '#domain/limits';
import { hidden, OTHERS, own, OWNER, plain } from '../personal.ts';
import { table } from '../table.ts';

export interface WithdrawnLikeTable {
  tenant: number;
  liker: string;
  liked: string;
  at: Date;
  seen: boolean;
  withdrawn_at: Date;
}

export const withdrawnLike = table<WithdrawnLikeTable>()({
  retention: { column: 'withdrawn_at', keepHours: WITHDRAWN_LIKE_HOURS },
  owners: ['liker'],
  columns: {
    ...plain('tenant'),
    ...own('liked', 'at', 'withdrawn_at'),
    ...hidden(OWNER, 'liker'),
    ...hidden(OTHERS, 'seen'),
  },
});
