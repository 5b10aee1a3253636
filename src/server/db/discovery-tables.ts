// Kysely types of the tables of the swipe game, the match finder and saved searches.
import type { Defaulted } from './tables.ts';
import type { JSONColumnType } from 'kysely';
import type { FinderAnswers } from '#contract/finder';
import type { SavedFilters } from '#contract/searches';

/** An answer in the swipe game. A like counts against the likes of a day until `counts_until`; a pass has none. */
export interface SwipeTable {
  tenant: number;
  account: string;
  profile: string;
  liked: boolean;
  at: Date;
  counts_until: Date | null;
}

/** Answers of the match finder that a member lets us keep, and when. */
export interface FinderAnswersTable {
  tenant: number;
  account: string;
  answers: JSONColumnType<FinderAnswers>;
  consented_at: Date;
}

/** A search that a member saved. */
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

export interface MemberLikeTable {
  tenant: number;
  liker: string;
  liked: string;
  at: Date;
  seen: Defaulted<boolean>;
}
