// Builds the idempotency key of a call.
import { limitKey } from './client-address.ts';
import { type Attempt, hashBody, isKey, storageKey } from './idempotency.ts';
import { Refusal } from './refusal.ts';
import type { Call, Input } from './call.ts';
import type { RequestInfo } from './request-info.ts';

/** Whether a call takes a key: not a GET, an idempotent call, or a native form, which cannot send one. */
const takesKey = ({ endpoint }: Call, { isForm }: Input): boolean =>
  endpoint.method !== 'GET' && !endpoint.beacon && !endpoint.idempotent && !isForm;

/** Route and key of a call that was sent with one. */
export function keyOf(
  call: Call,
  request: RequestInfo,
  input: Input,
): { readonly route: string; readonly key: string } | null {
  const key = takesKey(call, input) ? request.header('idempotency-key') : undefined;
  const { method, path } = call.endpoint;
  return key !== undefined && isKey(key) ? { route: `${method} ${path}`, key } : null;
}

/** For a call whose repeat comes with a session that no longer says whose it was. */
const sessionKey = (request: RequestInfo, key: string): Pick<Attempt, 'caller' | 'key'> =>
  storageKey(null, Buffer.from(request.cookieHash() ?? []).toString('hex'), key);

/** The attempt of a call that takes a key. A member's JSON call must send one. */
export function attemptOf(call: Call, request: RequestInfo, input: Input, account: string | null): Attempt | null {
  if (!takesKey(call, input)) return null;
  const keyed = keyOf(call, request, input);
  if (!keyed && request.header('idempotency-key') !== undefined) throw new Refusal('malformed');
  if (!keyed) {
    if (account) throw new Refusal('idempotency_key_required');
    return null;
  }
  const stored = call.endpoint.endsSession
    ? sessionKey(request, keyed.key)
    : storageKey(account, limitKey(request.ip), keyed.key);
  return { tenant: request.site.id, route: keyed.route, ...stored, bodyHash: hashBody(input.bytes, keyed.key) };
}
