// What packages have cost.
import { plain } from '../personal.ts';
import { table } from '../table.ts';

/** The price of a package in minor units from `since` until the next row of the package and currency. */
export interface PriceHistoryTable {
  tenant: number;
  currency: string;
  package: string;
  since: Date;
  amount: number;
}

export const priceHistory = table<PriceHistoryTable>()({
  retention: { keep: 'forever', because: 'A few rows for each change of prices, which concern no person.' },
  owners: [],
  columns: plain('tenant', 'currency', 'package', 'since', 'amount'),
});
