// Answers of the match finder that a member lets us keep, and when.
import type { JSONColumnType } from 'kysely';
import type { FinderAnswers } from '#contract/finder';
import { hidden, own, OWNER, plain } from '../personal.ts';
import { WITH_ACCOUNT } from '../retention.ts';
import { table } from '../table.ts';

export interface FinderAnswersTable {
  tenant: number;
  account: string;
  answers: JSONColumnType<FinderAnswers>;
  consented_at: Date;
}

export const finderAnswers = table<FinderAnswersTable>()({
  retention: WITH_ACCOUNT,
  owners: ['account'],
  columns: { ...plain('tenant'), ...own('answers', 'consented_at'), ...hidden(OWNER, 'account') },
});
