// Who may make a call before anything is read: the contract's `access` against the request.
import { trackingIn } from '#domain/tracking';
import { mayVisitorSearch } from '#domain/visitor-search';
import type { Call, Input } from './call.ts';
import { Refusal } from './refusal.ts';
import type { RequestInfo } from './request-info.ts';

/** Whether the call needs no session. */
export const isOpenToVisitors = ({ endpoint }: Call, { site }: RequestInfo, { query }: Input): boolean =>
  endpoint.access === 'anyone' ||
  (endpoint.access === 'searcher' && mayVisitorSearch(site.settings, trackingIn(Object.entries(query))));

/** Refuses callers without a session cookie, and every member's session where an operator is asked for. */
export function refuseWithoutSession(call: Call, request: RequestInfo, input: Input): void {
  const isMissing = request.cookieHash() === null && !isOpenToVisitors(call, request, input);
  if (isMissing || call.endpoint.access === 'operator') throw new Refusal('authentication_required');
}
