// One-click unsubscription by mail programs (RFC 8058): a POST without session, origin or key. A GET changes nothing and leads to the page.
import { oneClickPath } from '#contract/notifications';
import { pathOf } from '#domain/routes';
import { answerRawCall } from '../../http/raw-call.ts';
import { Refusal } from '../../http/refusal.ts';
import { readBytes } from '../../http/request-body.ts';
import type { RequestInfo } from '../../http/request-info.ts';
import type { Answer } from '../../http/responses.ts';
import type { Services } from '../../services.ts';
import { unsubscribe } from './unsubscribe.ts';

export const isOneClick = (path: string): boolean => path === oneClickPath;

export const answerOneClick = (services: Services, request: RequestInfo): Promise<Response> =>
  answerRawCall(services, request, 'notifications.one_click', () => handle(services, request));

async function handle(services: Services, request: RequestInfo): Promise<Answer> {
  const { method } = request.c.req;
  const token = request.c.req.query('token') ?? '';
  if (method === 'GET') {
    const page = `${pathOf('unsubscribe', request.language())}?${new URLSearchParams({ token }).toString()}`;
    return { status: 303, body: null, headers: { location: page } };
  }
  if (method !== 'POST') throw new Refusal('method_not_allowed');
  // A form or a multipart form with the one field List-Unsubscribe=One-Click.
  const body = new TextDecoder().decode(await readBytes(request.c.req.raw));
  if (!/List-Unsubscribe[^]*One-Click/i.test(body)) throw new Refusal('malformed');
  if (!(await unsubscribe(services, request.site.id, token, false))) throw new Refusal('unknown_link');
  return { status: 204, body: null };
}
