// Which order has a use of a discount code.
import { hidden, own, OWNER, plain } from '../personal.ts';
import { table } from '../table.ts';

/**
 * Which order has a use of a code. `holder` is the account where each member has one use, and empty where there is only one. The
 * use is free again when its order ended unpaid.
 */
export interface DiscountUseTable {
  tenant: number;
  holder: string;
  code: string;
  payment: string;
  at: Date;
}

export const discountUse = table<DiscountUseTable>()({
  retention: {
    keep: 'forever',
    because: 'A used code must stay used; a member’s own use is deleted with the account.',
  },
  owners: ['holder'],
  columns: { ...plain('tenant'), ...own('code', 'payment', 'at'), ...hidden(OWNER, 'holder') },
});
