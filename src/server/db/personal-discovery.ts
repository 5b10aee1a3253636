// The list of personal columns, of the tables of the swipe game, the match finder and saved searches.
import { hidden, own, OWNER, type PersonalRule, plain } from './personal-rules.ts';
import type { Database } from './tables.ts';

type DiscoveryTable = 'swipe' | 'finder_answers' | 'saved_search';

export const DISCOVERY = {
  swipe: {
    owners: ['account'],
    columns: { ...plain('tenant'), ...own('profile', 'liked', 'at', 'counts_until'), ...hidden(OWNER, 'account') },
  },
  finder_answers: {
    owners: ['account'],
    columns: { ...plain('tenant'), ...own('answers', 'consented_at'), ...hidden(OWNER, 'account') },
  },
  saved_search: {
    owners: ['account'],
    columns: {
      ...plain('tenant'),
      ...own('id', 'name', 'filters', 'created_at', 'news_from', 'news_to'),
      ...hidden(OWNER, 'account'),
    },
  },
} as const satisfies { readonly [Table in DiscoveryTable]: PersonalRule<Database[Table]> };
