// Checks the contract's `access` of a call against the request, before anything else is read.
import { trackingIn } from '#domain/tracking';
import { mayVisitorSearch } from '#domain/visitor-search';
import type { Call, Input } from './call.ts';
import { Refusal } from './refusal.ts';
import type { RequestInfo } from './request-info.ts';

/** Whether visitors may make the call. */
export const isOpenToVisitors = ({ endpoint }: Call, { site }: RequestInfo, { query }: Input): boolean =>
  endpoint.access === 'anyone' ||
  (endpoint.access === 'searcher' && mayVisitorSearch(site.siteSettings, trackingIn(Object.entries(query))));

/** Refuses callers without a session cookie. Calls for operators refuse every member's session. */
export function refuseWithoutSession(call: Call, request: RequestInfo, input: Input): void {
  const isMissing = request.cookieHash() === null && !isOpenToVisitors(call, request, input);
  if (isMissing || call.endpoint.access === 'operator') throw new Refusal('authentication_required');
}
