// Which answers are compared with those that others keep: a member who tries one after the other is told no more.
import { createHash } from 'node:crypto';
import type { FinderAnswers } from '#contract/finder';
import { FINDER_SETS_A_DAY } from '#domain/finder';
import { isoDay } from '#domain/iso-day';
import type { Ctx } from '../../context.ts';
import { incrementWithinLimit } from '../../db/counters.ts';

interface ComparableAnswers {
  readonly answers: FinderAnswers;
  /** False where those to compare were left out. */
  readonly compared: boolean;
}

/** The answers, without those to compare once the member has compared as many other sets of them today. */
export async function comparableAnswers(ctx: Ctx, answers: FinderAnswers): Promise<ComparableAnswers> {
  const { hope, pace, meeting } = answers;
  if (!hope && !pace && !meeting) return { answers, compared: true };
  const { db, tenant } = ctx;
  const [now, member] = [ctx.now(), ctx.member().id];
  const all = `finder:${member}`;
  const set = createHash('sha256').update([member, hope, pace, meeting].join(' ')).digest('hex').slice(0, 16);
  const known = await db
    .selectFrom('daily_count')
    .select('count')
    .where('tenant', '=', tenant)
    .where('key', '=', `${all}:${set}`)
    .where('day', '=', isoDay(now))
    .executeTakeFirst();
  if (known) return { answers, compared: true };
  if (!(await incrementWithinLimit(db, tenant, all, now, FINDER_SETS_A_DAY)))
    return { answers: { ...answers, hope: null, pace: null, meeting: null }, compared: false };
  await incrementWithinLimit(db, tenant, `${all}:${set}`, now, 1);
  return { answers, compared: true };
}
