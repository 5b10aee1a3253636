// An appeal against a decision: one by the member it is about, one by who reported them. `answer` is told by mail.
import type { AppealSide } from '#contract/appeals';
import { hidden, own, OWNER, plain } from '../personal.ts';
import { WITH_ACCOUNT } from '../retention.ts';
import { type Defaulted, table } from '../table.ts';

export interface AppealTable {
  tenant: number;
  id: string;
  decision: string;
  account: string;
  side: AppealSide;
  text: string;
  at: Date;
  outcome: Defaulted<'granted' | 'refused' | null>;
  operator: Defaulted<string | null>;
  answer: Defaulted<string | null>;
  decided_at: Defaulted<Date | null>;
}

export const appeal = table<AppealTable>()({
  // Goes with its decision as well.
  retention: WITH_ACCOUNT,
  owners: ['account'],
  columns: {
    ...plain('tenant', 'id', 'decision'),
    ...own('side', 'text', 'at', 'outcome', 'answer', 'decided_at'),
    ...hidden('Who decided at the operator.', 'operator'),
    ...hidden(OWNER, 'account'),
  },
});
