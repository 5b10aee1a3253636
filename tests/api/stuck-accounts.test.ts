// An account that a job cannot change or erase keeps none of those after it from that; the job fails, so that it is seen.
import { sql } from 'kysely';
import { expect, onTestFinished, test } from 'vitest';
import { DELETION_DAYS, UNCONFIRMED_DAYS } from '#domain/limits';
import { endDueSuspensions } from '#server/auth/suspension';
import { erasure, purgeTenant } from '#server/jobs';
import { eachEngine, siteAt } from '../support/server.ts';

const tenant = siteAt(0).id;
const DAY_MS = 86_400_000;

eachEngine('stuck accounts', (server) => {
  /** Anything that changes or deletes the account fails. */
  async function hold(id: string): Promise<void> {
    const { kysely } = server().database;
    await sql`create function held() returns trigger language plpgsql as 'begin raise exception ''held''; end'`.execute(
      kysely,
    );
    await sql`create trigger held before update or delete on account for each row
      when (old.id = ${sql.lit(id)}::uuid) execute function held()`.execute(kysely);
    onTestFinished(async () => void (await sql`drop function held cascade`.execute(kysely)));
  }

  const daysAgo = (days: number): Date => new Date(server().now().getTime() - days * DAY_MS);
  /** What each job looks for, by how many days ago it was due. */
  const jobs = {
    'that is to be erased': {
      row: (days: number) => ({ status: 'pending_deletion' as const, deleted_at: daysAgo(DELETION_DAYS + days) }),
      run: () => erasure.run(server().app.services, { tenant }),
    },
    'that was never confirmed': {
      row: (days: number) => ({ status: 'not_confirmed' as const, signup_at: daysAgo(UNCONFIRMED_DAYS + days) }),
      run: () => purgeTenant(server().app.services, tenant),
    },
    'whose suspension is over': {
      row: (days: number) => ({
        status: 'suspended' as const,
        suspended_for: 'scam' as const,
        suspended_until: daysAgo(days),
      }),
      run: () => endDueSuspensions(server().database, tenant, server().now()),
    },
  } as const;

  test.each(Object.entries(jobs))('E7 AC21 SG6 SA4: an account %s and is stuck keeps no other', async (_, job) => {
    const made: string[] = [];
    for (const days of [3, 2, 1]) {
      const { id } = await server().member();
      await server().database.inTenant(tenant, (db) =>
        db.updateTable('account').set(job.row(days)).where('id', '=', id).execute(),
      );
      made.push(id);
    }
    const [first = ''] = made;
    await hold(first);
    await expect(job.run()).rejects.toThrow('held');
    const left = await server().database.inTenant(tenant, (db) =>
      db.selectFrom('account').select('id').where('id', 'in', made).where('status', '!=', 'active').execute(),
    );
    expect(left).toEqual([{ id: first }]);
  });
});
