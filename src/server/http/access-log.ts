// Writes the access log line of a call.
import type { Logger } from 'pino';
import { stopwatch } from '../context.ts';
import type { RequestInfo } from './request-info.ts';

/** `started` is the stopwatch's value at the start of the call. */
export function logCall(log: Logger, request: RequestInfo, route: string, started: number, response: Response): void {
  const line = {
    request: request.requestId,
    method: request.c.req.method,
    route,
    status: response.status,
    ms: Math.round((stopwatch() - started) * 10) / 10,
    tenant: request.site.id,
  };
  if (response.status >= 500) log.error(line, 'call');
  else log.info(line, 'call');
}
