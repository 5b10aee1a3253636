// Every operation that moves money, with the database failing at each of its queries: it takes effect wholly or not at
// all.
import { expect, test } from 'vitest';
import { combined, tableChecksums, failingAt, failingFrom, type Figures, figures } from '../support/money.ts';
import { BEGUN, byReports, nothing, type Operation, operations } from '../support/money-operations.ts';
import { sampled } from '../support/samples.ts';
import { eachEngine, siteAt, type TestServer } from '../support/server.ts';

const tenant = siteAt(0).id;
/** Operations whose single failures an ordinary run tries. */
const SINGLE = 4;

/**
 * Fails at the first query, the second, … until the operation succeeds; answers the number of queries, and of those
 * outside transactions.
 */
async function throwEverywhere(server: TestServer, name: string, operation: Operation): Promise<[number, number]> {
  const carryOut = await operation(server);
  const look = (except: readonly string[]): Promise<Record<string, string>> =>
    tableChecksums(server.database, tenant, except);
  const except = BEGUN[name] ?? [];
  const [before, all] = [await look(except), await look([])];
  for (let at = 1; at < 60; at += 1) {
    const failing = failingFrom(server.database, at);
    const isDone = await carryOut(failing).then(
      () => true,
      () => false,
    );
    if (isDone) {
      expect(await look([])).not.toEqual(all);
      return [at - 1, failing.lone];
    }
    expect([at, await look(except)]).toEqual([at, before]);
  }
  throw new Error('It never got through.');
}

async function effectOf(server: TestServer, work: () => Promise<unknown>): Promise<Figures> {
  const before = await figures(server.database, tenant);
  await work();
  return combined(await figures(server.database, tenant), before, (now, then) => now - then);
}
const both = (one: Figures, other: Figures): Figures => combined(one, other, (a, b) => a + b);

/** The part that a job may do later when it fails: without it the rest has the effect of this other operation. */
const MAY_WAIT: Readonly<Record<string, Operation>> = {
  'a payment that pays for held messages': byReports(['paid'], nothing),
};

/** Fails only at the first query, in the next case only at the second, …; answers the number of queries. */
async function throwOnce(server: TestServer, name: string, operation: Operation): Promise<number> {
  const unharmed = failingAt(server.database, Infinity);
  const wholeOf = async (of: Operation): Promise<Figures> => {
    const carryOut = await of(server);
    return effectOf(server, () => carryOut(unharmed));
  };
  await server.runJobs();
  const whole = await wholeOf(operation);
  // Such as the mail about a purchase, with its invoice.
  const jobs = await effectOf(server, () => server.runJobs());
  const alone = await wholeOf(MAY_WAIT[name] ?? operation);
  expect(whole).toMatchObject({ unbalanced: 0 });
  const look = (): Promise<Record<string, string>> => tableChecksums(server.database, tenant, BEGUN[name]);
  for (let at = 1; at < 60; at += 1) {
    // Jobs of earlier cases, which find nothing to do.
    await server.runJobs();
    const carryOut = await operation(server);
    const before = await look();
    const failing = failingAt(server.database, at);
    const errors: unknown[] = [];
    const effect = await effectOf(server, () => carryOut(failing).catch((error: unknown) => errors.push(error)));
    if (!failing.hasFailed) {
      expect([errors, effect]).toEqual([[], whole]);
      return at - 1;
    }
    if (errors.length > 0) {
      expect([at, await look()]).toEqual([at, before]);
      const again = await effectOf(server, () => carryOut(unharmed));
      expect([at, both(effect, again)]).toEqual([at, whole]);
    } else if (effect['held_message'] === whole['held_message']) expect([at, effect]).toEqual([at, whole]);
    else {
      expect([at, effect]).toEqual([at, alone]);
      const later = await effectOf(server, () => server.runJobs());
      // The job sends the sender the new balance once more.
      const expected = both(whole, jobs);
      expect([at, both(effect, later)]).toEqual([at, { ...expected, event: (expected['event'] ?? 0) + 1 }]);
    }
  }
  throw new Error('It never got through.');
}

eachEngine('money faults', (server) => {
  test.each(Object.entries(operations))(
    'A7: a failure of any query of %s leaves both the money and its effect, or neither',
    { timeout: 600_000 },
    async (name, operation) => {
      const [steps, lone] = await throwEverywhere(server(), name, operation);
      expect(steps).toBeGreaterThanOrEqual(1);
      expect(lone).toBe(name === 'a message of a batch' ? 1 : 0);
      const begun = await server().database.inTenant(tenant, (db) =>
        db
          .selectFrom('payment')
          .select('status')
          .where('status', '=', 'created')
          .where('provider_ref', 'is', null)
          .execute(),
      );
      expect(begun).toEqual([]);
    },
  );

  test.each(sampled('single failures', Object.entries(operations), SINGLE))(
    'A7: a failure of a single query of %s, with later ones succeeding, leaves it done wholly or not at all',
    { timeout: 600_000 },
    async (name, operation) => {
      expect(await throwOnce(server(), name, operation)).toBeGreaterThanOrEqual(1);
    },
  );
});
