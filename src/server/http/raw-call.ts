// Calls outside of the contract: from other servers, which know neither sessions nor keys, and downloads.
import { stopwatch } from '../context.ts';
import { describeError } from '../db/errors.ts';
import { unexpected } from './unexpected.ts';
import type { Services } from '../services.ts';
import { logCall } from './access-log.ts';
import { limitAddress } from './caller-limits.ts';
import { Refusal } from './refusal.ts';
import type { RequestInfo } from './request-info.ts';
import { type Answer, refusalAnswer, toResponse } from './responses.ts';

/** Answers such a call and logs it under the name `route`; never throws. */
export async function answerRawCall(
  services: Services,
  request: RequestInfo,
  route: string,
  handle: () => Promise<Answer | Response>,
): Promise<Response> {
  const started = stopwatch();
  const response = await limited(services, request, handle).catch((error: unknown) =>
    refusalResponse(services, request, error),
  );
  logCall(services, request, route, started, response);
  return response;
}

async function limited(
  services: Services,
  request: RequestInfo,
  handle: () => Promise<Answer | Response>,
): Promise<Response> {
  limitAddress(services, request);
  const answer = await handle();
  return answer instanceof Response ? answer : toResponse(answer, request.requestId, []);
}

function refusalResponse(services: Services, request: RequestInfo, error: unknown): Response {
  const refusal = error instanceof Refusal ? error : unexpected(error);
  if (refusal !== error)
    services.log.error({ request: request.requestId, tenant: request.site.id, error: describeError(error) }, 'failed');
  const headers: Record<string, string> = refusal.code === 'method_not_allowed' ? { allow: 'POST' } : {};
  return toResponse(refusalAnswer(refusal, request.requestId, headers), request.requestId, []);
}
