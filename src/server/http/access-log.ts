// Writes the access log line of a call, and counts it.
import { STAFF_TENANT } from '#domain/staff';
import type { Site } from '#site/load';
import { stopwatch } from '../context.ts';
import type { Services } from '../services.ts';
import type { RequestInfo } from './request-info.ts';

type Logged = Pick<RequestInfo, 'c' | 'requestId'> & { readonly site: Pick<Site, 'id'> | null };

/** A call of staff has no site. `started` is the stopwatch's value at the start of the call. */
export function logCall(
  { log, metrics }: Pick<Services, 'log' | 'metrics'>,
  request: Logged,
  route: string,
  started: number,
  response: Response,
): void {
  const line = {
    request: request.requestId,
    method: request.c.req.method,
    route,
    status: response.status,
    ms: Math.round((stopwatch() - started) * 10) / 10,
    tenant: request.site?.id ?? STAFF_TENANT,
  };
  metrics.countCall(line);
  if (response.status >= 500) log.error(line, 'call');
  else log.info(line, 'call');
}
