// Runs one job of the queue.
import type { JobWithMetadata } from 'pg-boss';
import { describeError } from './db/errors.ts';
import type { AnyKind } from './queue.ts';
import type { Services } from './services.ts';

/** A failure is logged, and the queue tries again later unless it was the last try. */
export async function runJob(
  kind: AnyKind,
  services: Services,
  { data, retryCount, retryLimit }: Pick<JobWithMetadata<unknown>, 'data' | 'retryCount' | 'retryLimit'>,
): Promise<{ readonly status: 'completed' | 'failed' }> {
  try {
    await kind.start(services, data);
    return { status: 'completed' };
  } catch (error) {
    const line = { route: `job.${kind.name}`, error: describeError(error) };
    if (retryCount < retryLimit) services.log.error(line, 'job failed');
    else if (kind.ifGivenUp === 'not kept') services.log.error(line, 'job failed at its last try');
    else services.log.error(line, 'job given up');
    return { status: 'failed' };
  }
}
