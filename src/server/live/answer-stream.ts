// Opens the live stream of a request, which writes its response itself, or refuses like any call.
import type { ServerResponse } from 'node:http';
import { limitAddress, limitDeadSession, takeOrRefuse } from '../http/caller-limits.ts';
import { limitKey } from '../http/client-address.ts';
import { describeError } from '../db/errors.ts';
import { chooseSessionCookie } from '../http/duplicate-sessions.ts';
import { Refusal } from '../http/refusal.ts';
import type { RequestInfo } from '../http/request-info.ts';
import { refusalAnswer, toResponse } from '../http/responses.ts';
import { unexpected } from '../http/unexpected.ts';
import type { Services } from '../services.ts';
import { openStream } from './stream.ts';

const STREAM = 'events.open';
/** Browsers reopen a lost stream after 3 s; a higher rate from one address is no browser. */
const STREAMS_PER_MINUTE = 120;

export async function answerStream(
  services: Services,
  request: RequestInfo,
  outgoing: ServerResponse | undefined,
): Promise<Response> {
  const { site, requestId } = request;
  try {
    const address = limitKey(request.ip);
    limitAddress(services, request);
    takeOrRefuse(services.limiter, `${site.id}|ip:${address}|${STREAM}`, STREAMS_PER_MINUTE);
    await chooseSessionCookie(services, request);
    const cookieHash = request.cookieHash();
    const openResponse = (): Promise<Response> =>
      openStream(services, {
        ...{ tenant: site.id, address, cookieHash, outgoing, requestId },
        lastEventId: request.header('last-event-id'),
      });
    return await limitDeadSession(services, request, cookieHash, openResponse);
  } catch (error) {
    const refusal = error instanceof Refusal ? error : unexpected(error);
    if (refusal !== error)
      services.log.error({ request: requestId, route: STREAM, tenant: site.id, error: describeError(error) }, 'failed');
    return toResponse(refusalAnswer(refusal, requestId), requestId, []);
  }
}
