// The audit log: every look of staff at personal data and every change is written in the transaction that does it.
import type { Db, OpenDatabase } from '../db/index.ts';
import { findStoredAnswer, lockOf, replayAnswer, storeAnswer, storedKey } from '../http/idempotency.ts';
import type { StaffCtx } from './context.ts';

export interface AuditNote {
  /** What it is about, such as `member <id>`. */
  readonly subject: string;
  readonly reason?: string | null;
  /** Small, and without words or names of members: the log outlives them. */
  readonly before?: unknown;
  readonly after?: unknown;
}

/** Who acts: staff, or who is named on the command line. */
export interface Actor {
  readonly id: string | null;
  readonly name: string;
  readonly role: string | null;
}

type Noted = (note: AuditNote) => Promise<void>;

const json = (value: unknown): string | null => (value === undefined ? null : JSON.stringify(value));

/** What an entry says besides its note. */
export interface AuditPlace {
  readonly tenant: number;
  readonly at: Date;
  readonly actor: Actor;
  readonly call: string;
}

export async function writeAudit(db: Db, entry: AuditNote & AuditPlace): Promise<void> {
  const { tenant, at, actor, call, subject, reason = null, before, after } = entry;
  await db
    .insertInto('audit_log')
    .values({
      ...{ tenant, at, call, subject, reason, before: json(before), after: json(after) },
      ...{ staff: actor.id, actor: actor.name, role: actor.role },
    })
    .execute();
}

type Work<T> = (db: Db, note: Noted) => Promise<T>;

/** Throws, so that the transaction is rolled back, unless `work` wrote to the audit log or `mayBeSilent` accepts its result. */
async function noted<T>(
  db: Db,
  place: AuditPlace,
  work: Work<T>,
  mayBeSilent: (done: T) => boolean = () => false,
): Promise<T> {
  let isNoted = false;
  const done = await work(db, async (note) => {
    await writeAudit(db, { ...note, ...place });
    isNoted = true;
  });
  if (!isNoted && !mayBeSilent(done)) throw new Error(`${place.call} wrote nothing to the audit log.`);
  return done;
}

/** Runs `work` in a transaction that is rolled back unless `work` wrote to the audit log. */
export const inAudit = <T>(database: Pick<OpenDatabase, 'inTenant'>, place: AuditPlace, work: Work<T>): Promise<T> =>
  database.inTenant(place.tenant, (db) => noted(db, place, work));

/** The same for what may not be found: null, which showed and changed nothing, needs no entry. */
export const inAuditIfFound = <T>(
  database: Pick<OpenDatabase, 'inTenant'>,
  place: AuditPlace,
  work: Work<T | null>,
): Promise<T | null> => database.inTenant(place.tenant, (db) => noted(db, place, work, (done) => done === null));

const actorOf = (ctx: StaffCtx): Actor => {
  const { id, email, role } = ctx.staff();
  return { id, name: email, role };
};

const placeOf = (ctx: StaffCtx, tenant: number): AuditPlace => ({
  tenant,
  at: ctx.now,
  actor: actorOf(ctx),
  call: ctx.call,
});

/** What staff looks at, or changes in a way that may be repeated. */
export const audited = <T>(ctx: StaffCtx, tenant: number, work: Work<T>): Promise<T> =>
  inAudit(ctx.services.database, placeOf(ctx, tenant), work);

/** A change by staff; sent again with the same key it is answered as before and done once. */
export function change<T>(ctx: StaffCtx, tenant: number, work: Work<T>): Promise<T> {
  const { attempt: sent, services, now } = ctx;
  if (!sent) throw new Error(`${ctx.call} changes something and needs a key.`);
  const route = `staff ${ctx.call}`;
  const attempt = { tenant, caller: ctx.staff().id, route, ...sent, key: storedKey(sent.key) };
  return services.database.inTenant(
    tenant,
    async (db, hasLock) => {
      const stored = await findStoredAnswer(db, attempt, now);
      const before = replayAnswer(attempt, await hasLock(), stored);
      if (before) return JSON.parse(before.body ?? 'null') as T;
      const done = await noted(db, placeOf(ctx, tenant), work);
      await storeAnswer(db, attempt, { status: 200, body: JSON.stringify(done) }, now);
      return done;
    },
    { number: lockOf(tenant, route, sent.key) },
  );
}
