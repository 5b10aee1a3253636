// Which member likes which.
import { hidden, OTHERS, own, OWNER, plain } from '../personal.ts';
import { WITH_ACCOUNT } from '../retention.ts';
import { type Defaulted, table } from '../table.ts';

export interface MemberLikeTable {
  tenant: number;
  liker: string;
  liked: string;
  at: Date;
  seen: Defaulted<boolean>;
}

export const memberLike = table<MemberLikeTable>()({
  retention: WITH_ACCOUNT,
  owners: ['liker'],
  columns: { ...plain('tenant'), ...own('liked', 'at'), ...hidden(OWNER, 'liker'), ...hidden(OTHERS, 'seen') },
});
