// Writes down every decision of a person about a member, a photo or a report: who took it, when and why.
import type { PhotoReason } from '#contract/photos';
import type { Rule } from '#contract/safety';
import type { SelfieReason } from '#contract/selfies';
import type { Db } from '../../db/index.ts';
import type { ModerationAction } from '../../db/tables/moderation.ts';

/** Who decides, and why; `note` is kept and told to no one. */
export interface Deciding {
  readonly tenant: number;
  readonly operator: string;
  readonly note?: string;
  readonly now: Date;
  /** The report that led to it. */
  readonly report?: string;
}

interface Recorded {
  readonly account: string | null;
  readonly action: ModerationAction;
  readonly reason: Rule | PhotoReason | SelfieReason | null;
  readonly photo?: string;
  /** Of a rejected photo, whose likes are then refused. */
  readonly hash?: string | null;
  readonly facts?: string | null;
  readonly until?: Date | null;
}

/** The decision's id. */
export async function recordDecision(
  db: Db,
  { tenant, operator, note, now, report }: Deciding,
  recorded: Recorded,
): Promise<string> {
  const id = crypto.randomUUID();
  await db
    .insertInto('moderation')
    .values({ tenant, id, at: now, operator, note: note ?? null, photo: null, report: report ?? null, ...recorded })
    .execute();
  return id;
}
