// Runs one call's handler in the right kind of transaction, once per idempotency key, and checks what it answers.
import * as z from 'zod/mini';
import type { Endpoint } from '#contract/endpoint';
import { trackingIn } from '#domain/tracking';
import { mayVisitorSearch } from '#domain/visitor-search';
import { type Answer, refusalAnswer } from './responses.ts';
import { attemptOf, keyOf } from './idempotency-key.ts';
import type { BaseCtx, Ctx, Handler, EmittedEvent } from '../context.ts';
import { type Db, FinalStatement } from '../db/index.ts';
import { countCall, limitCall } from './call-limits.ts';
import { type Attempt, isFinalStatus, lockOf, findStoredAnswer, storeAnswer, replayAnswer } from './idempotency.ts';
import { type SentEvent, toSignal, insertEvents } from '../live/hub.ts';
import { unlimited } from './rate-limit.ts';
import { type Code, Refusal, STATUS } from './refusal.ts';
import type { Services } from '../services.ts';
import { findSession } from '../auth/sessions.ts';
import type { RequestInfo } from './request-info.ts';

/** One call of the contract with what carries it out; `name` reads like `members.search`. */
export interface Call {
  readonly name: string;
  readonly endpoint: Endpoint;
  readonly handler: Handler<Endpoint>;
}
export interface Input {
  readonly bytes: Uint8Array;
  readonly isForm: boolean;
  /** What a GET says, unchecked. */
  readonly query: Readonly<Record<string, string>>;
  /** Checks the input; throws `invalid`. Called only once the caller may make the call at all. */
  check(): unknown;
}

export async function run(services: Services, call: Call, visit: RequestInfo, input: Input): Promise<Answer> {
  const { handler } = call;
  const ctx = baseCtx(services, visit);
  if (!ctx.cookieHash && !isOpen(call, visit, input)) throw new Refusal('authentication_required');
  if (typeof handler === 'function') return runInTransaction(services, call, visit, input, ctx, handler);
  if (handler.transactions === 'two') return runInTwo(services, call, visit, input, ctx, handler);
  if (handler.transactions === 'batched') return runBatched(services, call, visit, input, ctx, handler);
  if (handler.transactions === 'with_cookie' && ctx.cookieHash)
    return runInTransaction(services, call, visit, input, ctx, handler.handle);
  limitCall(services, call, visit, null);
  const value = input.check();
  if (handler.transactions === 'with_cookie') return answerOf(services, call, await handler.visitor(ctx));
  if (handler.transactions === 'none') return answerOf(services, call, await handler.handle(ctx, value));
  const inTenant = <T>(work: (db: Db) => Promise<T>): Promise<T> => services.database.inTenant(ctx.tenant, work);
  return answerOf(services, call, await handler.handle({ ...ctx, inTenant }, value));
}

type InTransaction = Extract<Handler<Endpoint>, (...input: never[]) => unknown>;
type InTwo = Extract<Handler<Endpoint>, { transactions: 'two' }>;
type Batched = Extract<Handler<Endpoint>, { transactions: 'batched' }>;

/** Answered by a first half: the call is not answered yet, and is not remembered. */
const NOT_YET = Symbol('not yet');
const DONE: Answer = { status: 204, body: null };

async function runInTwo(
  services: Services,
  call: Call,
  visit: RequestInfo,
  input: Input,
  base: BaseCtx,
  handler: InTwo,
): Promise<Answer> {
  let outside: Awaited<ReturnType<InTwo['begin']>> | null = null;
  const begin = async (ctx: Ctx, value: unknown): Promise<unknown> => {
    outside = await handler.begin(ctx, value);
    return NOT_YET;
  };
  const before = await runInTransaction(services, call, visit, input, base, begin);
  // The compiler does not see that `begin` may have run.
  const ask = outside as Awaited<ReturnType<InTwo['begin']>> | null;
  if (!ask) return before;
  const finish = await ask();
  return runInTransaction({ ...services, limiter: unlimited }, call, visit, input, base, (ctx) => finish(ctx));
}

/** Together with others where the call allows it, else on its own; a caller counts as one call either way. */
async function runBatched(
  services: Services,
  call: Call,
  visit: RequestInfo,
  input: Input,
  base: BaseCtx,
  handler: Batched,
): Promise<Answer> {
  const { cookieHash, tenant } = base;
  const owner = cookieHash && services.sessionOwners.of(tenant, cookieHash);
  if (!cookieHash || !owner) return runInTransaction(services, call, visit, input, base, handler.handle);
  limitCall(services, call, visit, owner);
  try {
    const attempt = attemptOf(call, visit, input, owner);
    const body = attempt && (await handler.together(base, input.check(), { ...attempt, cookieHash }));
    if (body !== null) {
      checkAnswer(services, call, () => JSON.parse(body));
      return { status: 200, body };
    }
  } catch (error) {
    // Why a call is refused is found out, and remembered, where it is made on its own.
    if (!(error instanceof Refusal)) throw error;
  }
  return runInTransaction({ ...services, limiter: unlimited }, call, visit, input, base, handler.handle);
}

interface Done {
  readonly answer: Answer;
  readonly events: readonly SentEvent[];
}

async function runInTransaction(
  services: Services,
  call: Call,
  visit: RequestInfo,
  input: Input,
  base: BaseCtx,
  handle: InTransaction,
): Promise<Answer> {
  let attempt: Attempt | null = null;
  const counted = countCall(services, call, visit, base.cookieHash);
  const asked = keyOf(call, visit, input);
  const work = async (db: Db, isFree: () => Promise<boolean>): Promise<Done | FinalStatement<Done>> => {
    const found = base.cookieHash ? await findSession(db, base.tenant, base.cookieHash, base.now(), asked) : null;
    if (base.cookieHash) services.sessionOwners.note(base.tenant, base.cookieHash, found?.viewer.id ?? null);
    if (!found && !isOpen(call, visit, input)) throw new Refusal('authentication_required');
    counted.settle(found?.viewer.id ?? null);
    const value = input.check();
    attempt = attemptOf(call, visit, input, found?.viewer.id ?? null);
    const before =
      attempt &&
      replayAnswer(attempt, await isFree(), found ? found.before : await findStoredAnswer(db, attempt, base.now()));
    if (before) return { answer: { ...before, headers: { 'idempotent-replayed': 'true' } }, events: [] };
    const emitted: EmittedEvent[] = [];
    const signals: SentEvent[] = [];
    const member = () => found?.viewer ?? fail(new Refusal('authentication_required'));
    const ctx: Ctx = {
      ...base,
      language: found?.viewer.language ?? base.language,
      db,
      session: found?.session ?? null,
      account: found?.viewer ?? null,
      key: attempt?.key ?? null,
      member,
      emit: (...news) => void emitted.push(news),
      signal: (event, to) => void signals.push(toSignal(base.tenant, event, to)),
    };
    const output = await handle(ctx, value);
    const answer = output === NOT_YET ? DONE : answerOf(services, call, output);
    const answered = attempt && output !== NOT_YET ? { attempt, answer } : null;
    const store = insertEvents(base.tenant, base.now(), emitted, answered);
    if (!store) return { answer, events: signals };
    return new FinalStatement<Done>(store.statement, (row) => ({ answer, events: [...store.stored(row), ...signals] }));
  };
  const lock = asked ? lockOf(base.tenant, asked.route, asked.key) : undefined;
  try {
    const done = await services.database.inTenant<Done | Refusal>(
      base.tenant,
      (db, isFree) => work(db, isFree).catch(keepIfAsked),
      lock,
    );
    if (done instanceof Refusal) throw done;
    services.hub.publish(done.events);
    return done.answer;
  } catch (error) {
    if (!(error instanceof Refusal)) counted.abandon();
    if (attempt && error instanceof Refusal && isFinalStatus(STATUS[error.code]))
      await rememberRefusal(services, visit, attempt, error, lock);
    throw error;
  }
}

/** Whether somebody who is not logged in may make the call. */
const isOpen = ({ endpoint }: Call, { site }: RequestInfo, { query }: Input): boolean =>
  endpoint.access === 'anyone' ||
  (endpoint.access === 'searcher' && mayVisitorSearch(site.settings, trackingIn(Object.entries(query))));

/** A refusal that asks for it ends the transaction well, so that what was written stays. */
function keepIfAsked(error: unknown): Refusal {
  if (error instanceof Refusal && error.detail.commitAnyway) return error;
  throw error;
}

async function rememberRefusal(
  services: Services,
  visit: RequestInfo,
  attempt: Attempt,
  refusal: Refusal,
  lock: bigint | undefined,
): Promise<void> {
  if (refusal.code === 'idempotency_conflict') return;
  const { status, body } = refusalAnswer(refusal, visit.requestId);
  // An attempt that holds the lock meanwhile remembers what it ends in.
  const work = async (db: Db, isFree: () => Promise<boolean>): Promise<void> => {
    if (await isFree()) await storeAnswer(db, attempt, { status, body }, services.now());
  };
  await services.database.inTenant(attempt.tenant, work, lock);
}

function baseCtx(services: Services, visit: RequestInfo): BaseCtx {
  return {
    site: visit.site,
    tenant: visit.site.id,
    requestId: visit.requestId,
    ip: visit.ip,
    origin: visit.origin,
    country: visit.country,
    language: visit.language(),
    hasLanguage: visit.hasLanguage(),
    hasHint: visit.hasHint(),
    isSecure: visit.isSecure,
    userAgent: visit.header('user-agent') ?? '',
    cookieHash: visit.cookieHash(),
    log: visit.log,
    now: services.now,
    setCookie: (cookie) => void visit.cookies.push(cookie),
    refuse: (code, detail) => new Refusal(code as Code, detail),
  };
}

/** The answer as it travels. */
function answerOf(services: Services, call: Call, output: unknown): Answer {
  checkAnswer(services, call, () => output);
  return output === null || output === undefined ? DONE : { status: 200, body: JSON.stringify(output) };
}

/** Outside production an answer that breaks the contract is our error, not the caller's. */
function checkAnswer(services: Services, call: Call, output: () => unknown): void {
  if (services.config.mode === 'production') return;
  const { success, error } = z.safeParse(call.endpoint.output, output());
  if (success) return;
  const issues = error.issues.map((issue) => `${issue.path.join('.')} ${issue.code}`).join(', ');
  throw new Error(`${call.name} answers what its contract does not allow: ${issues}`);
}

function fail(error: Error): never {
  throw error;
}
