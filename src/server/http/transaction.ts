// Runs one transaction of a call: session, rate limit, input, stored answer, work, events.
import { type BaseCtx, type Ctx, type EmittedEvent, SerializedAnswer } from '../context.ts';
import { type Db, FinalStatement, type Lock } from '../db/index.ts';
import { type FoundSession, findSession } from '../auth/sessions.ts';
import { insertEvents, type SentEvent, toSignal } from '../live/hub.ts';
import { toAnswer } from './answers.ts';
import type { CallInProgress } from './call.ts';
import {
  type Attempt,
  findStoredAnswer,
  isFinalStatus,
  lockOf,
  replayAnswer,
  storeAnswer,
  storedKey,
  type StoredAnswer,
} from './idempotency.ts';
import { attemptOf, keyOf } from './idempotency-key.ts';
import { isOpenToVisitors } from './access.ts';
import { type Answer, refusalAnswer } from './responses.ts';
import { Refusal, STATUS } from './refusal.ts';

type Work<T> = (ctx: Ctx, input: unknown) => Promise<T> | T;

/** Ends a staged call whose answer is already stored. */
export class ReplayedAnswer extends Error {
  readonly answer: Answer;
  constructor(answer: Answer) {
    super('replayed');
    this.answer = answer;
  }
}

/**
 * Runs `work`; its result is the call's answer, stored under its key in the same transaction. `waits`: for a step before it, the call may
 * not be begun again, so it must not lose its turn to a repeat of its own.
 */
export async function runInTransaction(
  progress: CallInProgress,
  work: Work<unknown>,
  { waits = false } = {},
): Promise<SerializedAnswer> {
  const finish = (output: unknown) => {
    const answer = toAnswer(progress, output);
    return { value: answer, answer };
  };
  const outcome = await transact(progress, work, finish, waits);
  return new SerializedAnswer('replayed' in outcome ? outcome.replayed : outcome.value);
}

/** Runs `work`; its result is for the next step, and nothing is stored under the key. */
export async function prepareInTransaction<T>(progress: CallInProgress, work: Work<T>): Promise<T> {
  const outcome = await transact(progress, work, (output) => ({ value: output as T, answer: null }));
  if ('replayed' in outcome) throw new ReplayedAnswer(outcome.replayed);
  return outcome.value;
}

type Outcome<T> = { readonly value: T } | { readonly replayed: Answer };
interface Done<T> {
  readonly outcome: Outcome<T>;
  readonly events: readonly SentEvent[];
}

/** `finish` maps the result of `work` to the value to return and the answer to store. */
async function transact<T>(
  progress: CallInProgress,
  work: Work<unknown>,
  finish: (output: unknown) => { readonly value: T; readonly answer: Answer | null },
  waits = false,
): Promise<Outcome<T>> {
  const { services, call, request, input, base } = progress;
  const keyed = keyOf(call, request, input);
  const lock = keyed ? { number: lockOf(base.tenant, keyed.route, keyed.key), waits } : undefined;
  let attempt: Attempt | null = null;
  const pendingCount = await progress.meter.beforeTransaction();
  const step = async (db: Db, hasLock: () => Promise<boolean>): Promise<Done<T> | FinalStatement<Done<T>>> => {
    const caller = await sessionOf(progress, db, keyed);
    if (!caller && !isOpenToVisitors(call, request, input)) {
      pendingCount.settleEnded();
      return { outcome: { replayed: await answerToEnded(progress, db, hasLock) }, events: [] };
    }
    pendingCount.settle(caller?.viewer.id ?? null);
    const value = input.check();
    attempt = attemptOf(call, request, input, caller?.viewer.id ?? null);
    const replayed =
      attempt &&
      replayAnswer(
        attempt,
        await hasLock(),
        caller && !call.endpoint.endsSession ? caller.storedAnswer : await findStoredAnswer(db, attempt, base.now()),
      );
    if (replayed) return { outcome: { replayed: toReplay(replayed) }, events: [] };
    const emitted: EmittedEvent[] = [];
    const signals: SentEvent[] = [];
    const output = await work(ctxOf(progress.base, { db, caller, key: keyed?.key ?? null, emitted, signals }), value);
    const { value: result, answer } = finish(output);
    const outcome = { value: result };
    const insert = insertEvents(base.tenant, base.now(), emitted, attempt && answer && { attempt, answer });
    if (!insert) return { outcome, events: signals };
    return new FinalStatement(insert.statement, (row) => ({ outcome, events: [...insert.stored(row), ...signals] }));
  };
  try {
    const done = await services.database.inTenant<Done<T> | Refusal>(
      base.tenant,
      (db, hasLock) => step(db, hasLock).catch(commitAnyway),
      lock,
    );
    if (done instanceof Refusal) throw done;
    services.hub.publish(done.events);
    return done.outcome;
  } catch (error) {
    pendingCount.abandon();
    if (attempt && error instanceof Refusal && isFinalStatus(STATUS[error.code]))
      await storeRefusal(progress, attempt, error, lock);
    throw error;
  }
}

/** The live session of the cookie and the stored answer, in one round trip. */
async function sessionOf(
  { services, base }: CallInProgress,
  db: Db,
  keyed: ReturnType<typeof keyOf>,
): Promise<FoundSession | null> {
  const { cookieHash, tenant } = base;
  const stored = keyed && { route: keyed.route, key: storedKey(keyed.key) };
  const caller = cookieHash ? await findSession(db, tenant, cookieHash, base.now(), stored) : null;
  if (cookieHash) services.sessionOwners.set(tenant, cookieHash, caller?.viewer.id ?? null);
  return caller;
}

const toReplay = (stored: StoredAnswer): Answer => ({ ...stored, headers: { 'idempotent-replayed': 'true' } });

/** The answer of the call that has ended the session with which it is sent again; without one, the session is just missing. */
async function answerToEnded(
  { call, request, input, base }: CallInProgress,
  db: Db,
  hasLock: () => Promise<boolean>,
): Promise<Answer> {
  const attempt = call.endpoint.endsSession ? attemptOf(call, request, input, null) : null;
  const stored = attempt && replayAnswer(attempt, await hasLock(), await findStoredAnswer(db, attempt, base.now()));
  if (!stored) throw new Refusal('authentication_required');
  return toReplay(stored);
}

interface OpenedTransaction {
  readonly db: Db;
  readonly caller: FoundSession | null;
  readonly key: string | null;
  readonly emitted: EmittedEvent[];
  readonly signals: SentEvent[];
}

function ctxOf(base: BaseCtx, { db, caller, key, emitted, signals }: OpenedTransaction): Ctx {
  return {
    ...base,
    language: caller?.viewer.language ?? base.language,
    db,
    session: caller?.session ?? null,
    account: caller?.viewer ?? null,
    key,
    member: () => {
      if (!caller) throw new Refusal('authentication_required');
      return caller.viewer;
    },
    emit: (...event) => void emitted.push(event),
    signal: (event, to) => void signals.push(toSignal(base.tenant, event, to)),
  };
}

/** Returns a refusal with `commitAnyway`, so that the transaction commits. */
function commitAnyway(error: unknown): Refusal {
  if (error instanceof Refusal && error.detail.commitAnyway) return error;
  throw error;
}

async function storeRefusal(
  { services, request }: CallInProgress,
  attempt: Attempt,
  refusal: Refusal,
  lock: Lock | undefined,
): Promise<void> {
  const { status, body } = refusalAnswer(refusal, request.requestId);
  // A concurrent retry that holds the lock stores its own answer.
  const step = async (db: Db, hasLock: () => Promise<boolean>): Promise<void> => {
    if (await hasLock()) await storeAnswer(db, attempt, { status, body }, services.now());
  };
  await services.database.inTenant(attempt.tenant, step, lock);
}
