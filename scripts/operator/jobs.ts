// Orders about jobs that were given up: counted by kind, and run again; printed as JSON.
import type { OpenDatabase } from '#server/db/index';
import { countGivenUp, runGivenUpAgain } from '#server/given-up-jobs';
import type { OpenQueue } from '#server/queue';
import { UsageError } from '../arguments.ts';
import type { Printed } from './orders.ts';

export const jobsUsage = {
  calls: `       npm run operator -- jobs
       npm run operator -- jobs again KIND`,
  explained: `jobs counts the jobs that failed at their last try, such as mails, by KIND, for a week; those of joining for 8 hours, as long as what they need is
kept. The log says why ("job given up"), unless their process was killed. jobs again has those of a KIND run once more.`,
} as const;

/** Without `again` they are counted. */
export interface JobsOrder {
  readonly kind: 'jobs';
  readonly again?: string;
}

/** Null when what was typed is another kind of order. */
export function jobsOrder([first, what = '', named = '']: readonly string[]): JobsOrder | null {
  const kind = 'jobs';
  if (first !== kind) return null;
  if (what === '') return { kind };
  if (what !== 'again') throw new UsageError('The second word is again.');
  if (named === '') throw new UsageError('The third word is a kind of job, as jobs prints it.');
  return { kind, again: named };
}

interface Given {
  readonly database: Pick<OpenDatabase, 'boss'>;
  readonly queue: Pick<OpenQueue, 'boss'>;
}

export async function carryOutJobs(
  { database, queue }: Given,
  { again, isJson }: JobsOrder & Printed,
): Promise<string[]> {
  if (again === undefined) {
    const counted = (await countGivenUp(database)).map((each) => JSON.stringify(each));
    return counted.length === 0 && !isJson ? ['No job was given up.'] : counted;
  }
  const added = await runGivenUpAgain(queue.boss, again);
  if (added === 0) throw new UsageError(`No job of the kind "${again}" was given up.`);
  return [JSON.stringify({ kind: again, added })];
}
