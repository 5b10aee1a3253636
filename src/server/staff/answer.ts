// Answers the calls of staff, which share no cookie, path or access rule with those of members.
import * as z from 'zod/mini';
import { type Staff, type StaffCall, type StaffCallName, staffCalls } from '#contract/staff';
import { mayCall, STAFF, STAFF_ACCESS, STAFF_TENANT } from '#domain/staff';
import { stopwatch } from '../context.ts';
import { describeError } from '../db/errors.ts';
import { unexpected } from '../http/unexpected.ts';
import { logCall } from '../http/access-log.ts';
import { takeOrRefuse } from '../http/caller-limits.ts';
import { limitKey } from '../http/client-address.ts';
import { isSameOriginFetch, isSameOriginRequest } from '../http/csrf.ts';
import { hashBody, isKey } from '../http/idempotency.ts';
import { parsePairs } from '../http/parse-pairs.ts';
import { Refusal } from '../http/refusal.ts';
import { parseJsonBody, readBytes } from '../http/request-body.ts';
import { addressOf, type AppContext, isOverHttps } from '../http/request-info.ts';
import { refusalAnswer, toResponse } from '../http/responses.ts';
import { checkInput } from '../http/validate-input.ts';
import type { Services } from '../services.ts';
import type { StaffCtx, StaffHandler } from './context.ts';
import { mayReachConsole } from './doors.ts';
import { staffHandlers } from './handlers.ts';
import { clearedStaffCookie, findStaff, staffCookieHash } from './sessions.ts';

const API = `${STAFF.path}api/`;
export const isStaffCall = (path: string): boolean => path.startsWith(API);

const NAMES = Object.keys(staffCalls) as StaffCallName[];

/** Never throws. `host` is the one of the request. */
export async function answerStaff(services: Services, c: AppContext, host: string): Promise<Response> {
  const started = stopwatch();
  const requestId = c.get('requestId');
  const cookies: string[] = [];
  const name = NAMES.find((each) => staffCalls[each].path === c.req.path && staffCalls[each].method === c.req.method);
  const response = await execute(services, c, { host, name, cookies }).catch((error: unknown) => {
    const refusal = error instanceof Refusal ? error : failed(services, requestId, name, error);
    return toResponse(
      refusalAnswer(refusal, requestId),
      requestId,
      refusal.code === 'authentication_required' ? cookies : [],
    );
  });
  logCall(services, { c, requestId, site: null }, `staff ${name ?? 'none'}`, started, response);
  return response;
}

interface Asked {
  readonly host: string;
  readonly name: StaffCallName | undefined;
  readonly cookies: string[];
}

async function execute(services: Services, c: AppContext, { host, name, cookies }: Asked): Promise<Response> {
  const { config, limiter } = services;
  const ip = addressOf(c, config);
  takeOrRefuse(limiter, `staff calls|${limitKey(ip)}`, STAFF.callsPerMinute);
  if (!mayReachConsole(config, host, ip) || !name) throw new Refusal('not_found');
  const isOpen = STAFF_ACCESS[name] === 'anyone';
  if (isOpen) takeOrRefuse(limiter, `staff tries|${limitKey(ip)}`, STAFF.triesPerMinute);
  const isSecure = isOverHttps(c, config);
  const origin = `${isSecure ? 'https' : 'http'}://${host.toLowerCase()}`;
  const { method, input, output }: StaffCall = staffCalls[name];
  const isOwn = (method === 'GET' ? isSameOriginFetch : isSameOriginRequest)(c.req, origin);
  if (!isOwn) throw new Refusal('forbidden');
  const now = services.now();
  const cookieHash = staffCookieHash(c.req.header('cookie'));
  const staff = cookieHash && !isOpen ? await sessionOf(services, cookieHash, now) : null;
  if (!isOpen && !staff) {
    if (cookieHash) cookies.push(clearedStaffCookie(isSecure));
    throw new Refusal('authentication_required');
  }
  if (!mayCall(name, staff?.role ?? null)) throw new Refusal('forbidden');
  const { value, attempt } = await sent(c, method);
  const ctx: StaffCtx = {
    ...{ call: name, now, ip, isSecure, origin, services, cookieHash, attempt },
    closeSignal: () => c.req.raw.signal,
    staff: () => {
      if (!staff) throw new Refusal('authentication_required');
      return staff;
    },
    setCookie: (cookie) => void cookies.push(cookie),
  };
  const handler = staffHandlers[name] as StaffHandler<StaffCallName>;
  const result = await handler(ctx, checkInput(input, value) as never);
  const isEmpty = result === null;
  const body = isEmpty ? null : JSON.stringify(z.parse(output, result));
  return toResponse({ status: isEmpty ? 204 : 200, body }, c.get('requestId'), cookies);
}

const sessionOf = ({ database }: Services, hash: Uint8Array, now: Date): Promise<Staff | null> =>
  database.inTenant(STAFF_TENANT, (db) => findStaff(db, hash, now));

/** What was sent. A change must have a key, which a repeat has again. */
async function sent(c: AppContext, method: 'GET' | 'POST'): Promise<{ value: unknown; attempt: StaffCtx['attempt'] }> {
  if (method === 'GET') return { value: parsePairs(new URL(c.req.url).search.slice(1)), attempt: null };
  const bytes = await readBytes(c.req.raw);
  const type = c.req.header('content-type')?.split(';')[0]?.trim().toLowerCase();
  if (type !== 'application/json' && !(type === undefined && bytes.byteLength === 0))
    throw new Refusal('unsupported_type');
  const key = c.req.header('idempotency-key');
  if (key === undefined) throw new Refusal('idempotency_key_required');
  if (!isKey(key)) throw new Refusal('malformed');
  return { value: parseJsonBody(bytes), attempt: { key, bodyHash: hashBody(bytes, key) } };
}

function failed({ log }: Services, request: string, name: StaffCallName | undefined, error: unknown): Refusal {
  log.error({ request, route: `staff ${name ?? 'none'}`, error: describeError(error) }, 'failed');
  return unexpected(error);
}
