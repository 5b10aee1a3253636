// API call pipeline: access, rate limit, transaction, answer.
import type { Endpoint } from '#contract/endpoint';
import { type BaseCtx, type Handler, type StagedCtx, SerializedAnswer } from '../context.ts';
import type { Db } from '../db/index.ts';
import type { Services } from '../services.ts';
import { refuseWithoutSession } from './access.ts';
import { toAnswer, checkAnswer } from './answers.ts';
import type { Call, CallInProgress, Input } from './call.ts';
import { callMeter } from './call-limits.ts';
import { lockOf } from './idempotency.ts';
import { attemptOf, keyOf } from './idempotency-key.ts';
import type { RequestInfo } from './request-info.ts';
import type { Answer } from './responses.ts';
import { type Code, Refusal } from './refusal.ts';
import { prepareInTransaction, ReplayedAnswer, runInTransaction } from './transaction.ts';

/** Answers a call; throws a {@link Refusal} to answer instead. */
export async function run(services: Services, call: Call, request: RequestInfo, input: Input): Promise<Answer> {
  refuseWithoutSession(call, request, input);
  const base = baseCtx(services, request);
  const progress = { services, call, request, input, base, meter: callMeter(services, call, request, input) };
  const { handler } = call;
  if (typeof handler === 'function') return (await runInTransaction(progress, handler)).answer;
  if (handler.transactions === 'staged') return runStaged(progress, handler);
  progress.meter.count(null);
  const value = input.check();
  if (handler.transactions === 'none') return toAnswer(progress, await handler.handle(base, value));
  const inTenant = <T>(work: (db: Db) => Promise<T>): Promise<T> => services.database.inTenant(base.tenant, work);
  return toAnswer(progress, await handler.handle({ ...base, inTenant }, value));
}

type Staged = Extract<Handler<Endpoint>, { transactions: 'staged' }>;

async function runStaged(progress: CallInProgress, handler: Staged): Promise<Answer> {
  if (!progress.base.cookieHash) {
    progress.meter.count(null);
    progress.input.check();
  }
  try {
    const result = await handler.handle(stagedCtx(progress));
    return result instanceof SerializedAnswer ? result.answer : toAnswer(progress, result);
  } catch (error) {
    if (error instanceof ReplayedAnswer) return error.answer;
    throw error;
  }
}

function stagedCtx(progress: CallInProgress): StagedCtx<Endpoint> {
  const { services, call, request, input, base, meter } = progress;
  return {
    ...base,
    transaction: (work) => runInTransaction(progress, work, { waits: true }),
    prepare: (work) => prepareInTransaction(progress, work),
    cachedCaller: () => {
      const { cookieHash, tenant } = base;
      const owner = cookieHash && services.sessionOwners.get(tenant, cookieHash);
      if (!cookieHash || !owner) return null;
      meter.count(owner);
      const attempt = attemptOf(call, request, input, owner);
      const keyed = keyOf(call, request, input);
      if (!attempt || !keyed) return null;
      const lock = lockOf(tenant, keyed.route, keyed.key);
      return { caller: { ...attempt, cookieHash, lock }, input: input.check() };
    },
    upload: () => input.upload(),
    serialized: (body) => {
      checkAnswer(progress, () => JSON.parse(body));
      return new SerializedAnswer({ status: 200, body });
    },
  };
}

function baseCtx(services: Services, request: RequestInfo): BaseCtx {
  return {
    site: request.site,
    tenant: request.site.id,
    requestId: request.requestId,
    ip: request.ip,
    origin: request.origin,
    country: request.country,
    language: request.language(),
    hasLanguage: request.hasLanguage(),
    hasHint: request.hasHint(),
    isSecure: request.isSecure,
    userAgent: request.header('user-agent') ?? '',
    cookieHash: request.cookieHash(),
    knownTokens: request.knownTokens(),
    closeSignal: request.closeSignal,
    log: request.log,
    now: services.now,
    setCookie: (cookie) => void request.cookies.push(cookie),
    refuse: (code, detail) => new Refusal(code as Code, detail),
  };
}
