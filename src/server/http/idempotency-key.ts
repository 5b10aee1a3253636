// Which attempt a call is: the key it carries, who makes it, and what it says.
import { limitKey } from './client-address.ts';
import { type Attempt, hashBody, isKey, storedAs } from './idempotency.ts';
import { Refusal } from './refusal.ts';
import type { Call, Input } from './call.ts';
import type { RequestInfo } from './request-info.ts';

/** Whether a call carries a key at all: one that changes something each time, and no native form, which cannot. */
const takesKey = ({ endpoint }: Call, { isForm }: Input): boolean =>
  endpoint.method !== 'GET' && !endpoint.beacon && !endpoint.idempotent && !isForm;

export function keyOf(
  call: Call,
  visit: RequestInfo,
  input: Input,
): { readonly route: string; readonly key: string } | null {
  const key = takesKey(call, input) ? visit.header('idempotency-key') : undefined;
  const { method, path } = call.endpoint;
  return key !== undefined && isKey(key) ? { route: `${method} ${path}`, key } : null;
}

/** Which attempt this is, for calls that change something. A member's JSON call must carry a key. */
export function attemptOf(call: Call, visit: RequestInfo, input: Input, account: string | null): Attempt | null {
  if (!takesKey(call, input)) return null;
  const asked = keyOf(call, visit, input);
  if (!asked && visit.header('idempotency-key') !== undefined) throw new Refusal('malformed');
  if (!asked) {
    if (account) throw new Refusal('idempotency_key_required');
    return null;
  }
  const stored = storedAs(account, limitKey(visit.ip), asked.key);
  return { tenant: visit.site.id, route: asked.route, ...stored, bodyHash: hashBody(input.bytes) };
}
