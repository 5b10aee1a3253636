// A search that a member saved.
import type { JSONColumnType } from 'kysely';
import type { SavedFilters } from '#contract/searches';
import { hidden, own, OWNER, plain } from '../personal.ts';
import { WITH_ACCOUNT } from '../retention.ts';
import { table } from '../table.ts';

export interface SavedSearchTable {
  tenant: number;
  id: string;
  account: string;
  name: string;
  filters: JSONColumnType<SavedFilters>;
  created_at: Date;
  news_from: Date;
  news_to: Date;
}

export const savedSearch = table<SavedSearchTable>()({
  retention: WITH_ACCOUNT,
  owners: ['account'],
  columns: {
    ...plain('tenant'),
    ...own('id', 'name', 'filters', 'created_at', 'news_from', 'news_to'),
    ...hidden(OWNER, 'account'),
  },
});
