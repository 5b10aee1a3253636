// Answers provider webhooks: checks the signature, finds the tenant by host, acknowledges after the commit.
import { webhookPath } from '#contract/credits';
import { refusalAnswer, toResponse } from '../http/responses.ts';
import { readBytes } from '../http/request-body.ts';
import { logCall } from '../http/access-log.ts';
import { stopwatch } from '../context.ts';
import { describeError, isDatabaseUnavailable } from '../db/errors.ts';
import { Refusal } from '../http/refusal.ts';
import type { Services } from '../services.ts';
import type { RequestInfo } from '../http/request-info.ts';
import { ProviderUnavailable } from './provider.ts';
import { processReport } from './process-report.ts';

const PREFIX = webhookPath.replace(/:provider$/, '');

/** Whether a path is that of our webhook. */
export const isWebhook = (services: Services, path: string): boolean => path === PREFIX + services.provider.name;

/** Never throws. Providers retry after any answer but 2xx. */
export async function answerWebhook(services: Services, request: RequestInfo): Promise<Response> {
  const started = stopwatch();
  const response = await handle(services, request).catch((error: unknown) => refusalResponse(services, request, error));
  logCall(services.log, request, `webhook.${services.provider.name}`, started, response);
  return response;
}

async function handle(services: Services, request: RequestInfo): Promise<Response> {
  if (request.c.req.method !== 'POST') throw new Refusal('method_not_allowed');
  const body = await readBytes(request.c.req.raw);
  const report = services.provider.verify(request, body, request.site.id, services.now());
  if (!report) throw new Refusal('forbidden');
  await processReport(services, request.site.id, services.provider.name, report);
  return toResponse({ status: 204, body: null }, request.requestId, []);
}

function refusalResponse(services: Services, request: RequestInfo, error: unknown): Response {
  const refusal = refusalFor(error);
  if (refusal !== error)
    services.log.error({ request: request.requestId, tenant: request.site.id, error: describeError(error) }, 'failed');
  const headers: Record<string, string> = refusal.code === 'method_not_allowed' ? { allow: 'POST' } : {};
  return toResponse(refusalAnswer(refusal, request.requestId, headers), request.requestId, []);
}

function refusalFor(error: unknown): Refusal {
  if (error instanceof Refusal) return error;
  if (error instanceof ProviderUnavailable) return new Refusal('malformed');
  return isDatabaseUnavailable(error) ? new Refusal('unavailable', { retryAfter: 5 }) : new Refusal('internal');
}
