// What a member reported about another one.
import type { ColumnType } from 'kysely';
import type { GiftId } from '#contract/chats';
import type { Report, SentReport } from '#contract/safety';
import { hidden, kept, OTHERS, OWNER, plain } from '../personal.ts';
import { DAY } from '../retention.ts';
import { type Defaulted, table } from '../table.ts';

/** What a report is about, as it was when it was reported. Times are ISO 8601. */
export interface ReportEvidence {
  readonly profile: { readonly name: string; readonly line: string; readonly about: string | null };
  readonly photo?: { readonly token: string; readonly file: string };
  /** The reported message last, after the messages before it. `mine`: written by the reporter; `deleted`: for both. */
  readonly messages?: readonly {
    readonly mine: boolean;
    readonly text: string;
    readonly gift?: GiftId;
    readonly deleted?: true;
    readonly picture?: { readonly token: string; readonly file: string };
    readonly voice?: { readonly token: string; readonly file: string };
    readonly at: string;
  }[];
}

/**
 * A report; `hash` is of its day and contents, so that a form sent twice is one. `reporter` and `reported` are null once their
 * account is gone; `name` is the reported member's at that time.
 */
export interface ReportTable {
  tenant: number;
  id: string;
  hash: Uint8Array;
  reporter: string | null;
  reported: string | null;
  name: string;
  about: SentReport['about'];
  category: Report['category'];
  text: string;
  evidence: ColumnType<ReportEvidence, string, string>;
  status: Defaulted<SentReport['status']>;
  decision: Defaulted<string | null>;
  decided_at: Defaulted<Date | null>;
  at: Date;
}

const EVIDENCE = 'Evidence until a person has decided, for two years at most, and for a year afterwards.';

export const report = table<ReportTable>()({
  // The job may be a day late. Decided ones go earlier (src/server/modules/safety/decided-reports.ts).
  retention: { column: 'at', keepHours: (2 * 365 - 1) * DAY },
  owners: ['reporter'],
  columns: {
    ...plain('tenant', 'hash'),
    ...kept(EVIDENCE, true, 'id', 'name', 'about', 'category', 'text', 'status', 'decision', 'at', 'decided_at'),
    ...kept(OTHERS, false, 'evidence'),
    ...hidden(OWNER, 'reporter'),
    ...hidden('The reported member, whose name is in the export.', 'reported'),
  },
});
