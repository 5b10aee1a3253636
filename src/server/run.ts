// Runs one call's handler in the right kind of transaction, once per idempotency key, and checks what it answers.
import * as z from 'zod/mini';
import type { Endpoint } from '#contract/endpoint';
import type { LiveEvent } from '#contract/events';
import { limitKey } from './address.ts';
import { type Answer, refusalAnswer } from './answer.ts';
import type { BaseCtx, Ctx, EventTarget, Handler } from './context.ts';
import type { Db } from './db/index.ts';
import { type Attempt, claim, hashBody, isFinal, isKey, remember } from './idempotency.ts';
import { storeEvents, type StoredEvent } from './live.ts';
import { type Code, Refusal, STATUS } from './refusal.ts';
import type { Services } from './services.ts';
import { findSession } from './sessions.ts';
import type { Visit } from './visit.ts';

/** One call of the contract with what carries it out; `name` reads like `members.search`. */
export interface Call {
  readonly name: string;
  readonly endpoint: Endpoint;
  readonly handler: Handler<Endpoint>;
}
export interface Input {
  readonly bytes: Uint8Array;
  readonly isForm: boolean;
  /** Checks the input; throws `invalid`. Called only once the caller may make the call at all. */
  check(): unknown;
}

const DEFAULT_LIMIT = 120;

export async function run(services: Services, call: Call, visit: Visit, input: Input): Promise<Answer> {
  const { endpoint, handler } = call;
  const ctx = baseCtx(services, visit);
  if (!ctx.cookieHash && endpoint.access === 'member') throw new Refusal('authentication_required');
  if (typeof handler === 'function') return runInTransaction(services, call, visit, input, ctx, handler);
  if (handler.transactions === 'with_cookie' && ctx.cookieHash)
    return runInTransaction(services, call, visit, input, ctx, handler.handle);
  limitCalls(services, call, visit, null);
  const value = input.check();
  if (handler.transactions === 'with_cookie') return answerOf(services, call, await handler.visitor(ctx));
  if (handler.transactions === 'none') return answerOf(services, call, await handler.handle(ctx, value));
  const inTenant = <T>(work: (db: Db) => Promise<T>): Promise<T> => services.database.inTenant(ctx.tenant, work);
  return answerOf(services, call, await handler.handle({ ...ctx, inTenant }, value));
}

type InTransaction = Extract<Handler<Endpoint>, (...input: never[]) => unknown>;

async function runInTransaction(
  services: Services,
  call: Call,
  visit: Visit,
  input: Input,
  base: BaseCtx,
  handle: InTransaction,
): Promise<Answer> {
  let attempt: Attempt | null = null;
  const work = async (db: Db): Promise<{ answer: Answer; events: StoredEvent[] }> => {
    const found = base.cookieHash ? await findSession(db, base.tenant, base.cookieHash, base.now()) : null;
    if (!found && call.endpoint.access === 'member') throw new Refusal('authentication_required');
    limitCalls(services, call, visit, found?.viewer.id ?? null);
    const value = input.check();
    attempt = attemptOf(call, visit, input, found?.viewer.id ?? null);
    const before = attempt && (await claim(db, attempt));
    if (before) return { answer: { ...before, headers: { 'idempotent-replayed': 'true' } }, events: [] };
    const emitted: [LiveEvent, EventTarget][] = [];
    const member = () => found?.viewer ?? fail(new Refusal('authentication_required'));
    const ctx: Ctx = {
      ...base,
      language: found?.viewer.language ?? base.language,
      db,
      session: found?.session ?? null,
      account: found?.viewer ?? null,
      member,
      emit: (event, to) => void emitted.push([event, to]),
    };
    const answer = answerOf(services, call, await handle(ctx, value));
    if (attempt) await remember(db, attempt, answer, base.now());
    return { answer, events: await storeEvents(db, base.tenant, base.now(), emitted) };
  };
  try {
    const done = await services.database.inTenant(base.tenant, (db) => work(db).catch(keepIfAsked));
    if (done instanceof Refusal) throw done;
    services.hub.publish(done.events);
    return done.answer;
  } catch (error) {
    if (attempt && error instanceof Refusal && isFinal(STATUS[error.code]))
      await rememberRefusal(services, visit, attempt, error);
    throw error;
  }
}

/** A refusal that asks for it ends the transaction well, so that what was written stays. */
function keepIfAsked(error: unknown): Refusal {
  if (error instanceof Refusal && error.detail.keep) return error;
  throw error;
}

async function rememberRefusal(services: Services, visit: Visit, attempt: Attempt, refusal: Refusal): Promise<void> {
  if (refusal.code === 'idempotency_conflict') return;
  const { status, body } = refusalAnswer(refusal, visit.requestId);
  await services.database.inTenant(attempt.tenant, (db) => remember(db, attempt, { status, body }, services.now()));
}

/** Which attempt this is, for calls that change something. A member's JSON call must carry a key; a native form cannot. */
function attemptOf(call: Call, visit: Visit, input: Input, account: string | null): Attempt | null {
  const { method, beacon } = call.endpoint;
  if (method === 'GET' || beacon || input.isForm) return null;
  const key = visit.header('idempotency-key');
  if (key === undefined) return account ? fail(new Refusal('idempotency_key_required')) : null;
  if (!isKey(key)) throw new Refusal('malformed');
  return {
    tenant: visit.site.id,
    caller: account ?? `ip:${limitKey(visit.ip)}`,
    route: `${method} ${call.endpoint.path}`,
    key,
    bodyHash: hashBody(input.bytes),
  };
}

function limitCalls(services: Services, call: Call, visit: Visit, account: string | null): void {
  const caller = account ?? `ip:${limitKey(visit.ip)}`;
  const retryAfter = services.limiter.take(
    `${visit.site.id}|${caller}|${call.name}`,
    call.endpoint.limit ?? DEFAULT_LIMIT,
  );
  if (retryAfter > 0) throw new Refusal('too_many_requests', { retryAfter });
}

function baseCtx(services: Services, visit: Visit): BaseCtx {
  return {
    site: visit.site,
    tenant: visit.site.id,
    requestId: visit.requestId,
    ip: visit.ip,
    country: visit.country,
    language: visit.language(),
    isSecure: visit.isSecure,
    userAgent: visit.header('user-agent') ?? '',
    cookieHash: visit.cookieHash(),
    log: visit.log,
    now: services.now,
    setCookie: (cookie) => void visit.cookies.push(cookie),
    refuse: (code, detail) => new Refusal(code as Code, detail),
  };
}

/** The answer as it travels. Outside production one that breaks the contract is our error, not the caller's. */
function answerOf(services: Services, call: Call, output: unknown): Answer {
  if (services.config.mode !== 'production') {
    const { success, error } = z.safeParse(call.endpoint.output, output);
    if (!success)
      throw new Error(
        `${call.name} answers what its contract does not allow: ${error.issues.map((issue) => `${issue.path.join('.')} ${issue.code}`).join(', ')}`,
      );
  }
  return output === null || output === undefined
    ? { status: 204, body: null }
    : { status: 200, body: JSON.stringify(output) };
}

function fail(error: Error): never {
  throw error;
}
