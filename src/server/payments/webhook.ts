// Answers provider webhooks: finds the tenant by host, has the provider check them, acknowledges after the commit.
import { webhookPath } from '#contract/credits';
import { refusalAnswer, toResponse } from '../http/responses.ts';
import { limitWebhook } from '../http/caller-limits.ts';
import { readBytes } from '../http/request-body.ts';
import { logCall } from '../http/access-log.ts';
import { stopwatch } from '../context.ts';
import { describeError } from '../db/errors.ts';
import { unexpected } from '../http/unexpected.ts';
import { Refusal } from '../http/refusal.ts';
import type { Services } from '../services.ts';
import type { RequestInfo } from '../http/request-info.ts';
import { MalformedReport, type Provider, ProviderUnavailable } from './provider.ts';
import { allProviders } from './providers.ts';
import { processReport } from './process-report.ts';

const PREFIX = webhookPath.replace(/:provider$/, '');

const providerAt = (services: Services, path: string): Provider | undefined =>
  allProviders(services).find(({ name }) => path === PREFIX + name);

/** Whether a path is that of our webhook. */
export const isWebhook = (services: Services, path: string): boolean => providerAt(services, path) !== undefined;

/** Never throws. Providers retry after any answer but 2xx. */
export async function answerWebhook(services: Services, request: RequestInfo): Promise<Response> {
  const started = stopwatch();
  const provider = providerAt(services, request.c.req.path) ?? services.provider;
  const response = await handle(services, provider, request).catch((error: unknown) =>
    refusalResponse(services, request, error),
  );
  logCall(services, request, `webhook.${provider.name}`, started, response);
  return response;
}

async function handle(services: Services, provider: Provider, request: RequestInfo): Promise<Response> {
  if (request.c.req.method !== 'POST') throw new Refusal('method_not_allowed');
  limitWebhook(services, request);
  const body = await readBytes(request.c.req.raw);
  const { header } = request;
  const query = (name: string): string | undefined => request.c.req.query(name);
  const knows = (ref: string): Promise<boolean> => isOurs(services, provider, request.site.id, ref);
  const reports = await provider.receive({ header, query, knows }, body, request.site.id, services.now());
  if (!reports) throw new Refusal('forbidden');
  for (const report of reports) await processReport(services, request.site.id, provider.name, report);
  return toResponse({ status: provider.acknowledged, body: null }, request.requestId, []);
}

/** Whether one of our payments has the reference. */
const isOurs = ({ database }: Services, provider: Provider, tenant: number, ref: string): Promise<boolean> =>
  database.inTenant(tenant, async (db) => {
    const ours = db
      .selectFrom('payment')
      .select('id')
      .where('tenant', '=', tenant)
      .where('provider', '=', provider.name);
    return (await ours.where('provider_ref', '=', ref).executeTakeFirst()) !== undefined;
  });

function refusalResponse(services: Services, request: RequestInfo, error: unknown): Response {
  const refusal = refusalFor(error);
  if (refusal !== error)
    services.log.error({ request: request.requestId, tenant: request.site.id, error: describeError(error) }, 'failed');
  const headers: Record<string, string> = refusal.code === 'method_not_allowed' ? { allow: 'POST' } : {};
  return toResponse(refusalAnswer(refusal, request.requestId, headers), request.requestId, []);
}

function refusalFor(error: unknown): Refusal {
  if (error instanceof Refusal) return error;
  if (error instanceof MalformedReport) return new Refusal('malformed');
  if (error instanceof ProviderUnavailable) return new Refusal('provider_down');
  return unexpected(error);
}
