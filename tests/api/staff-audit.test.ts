// The audit log: who did what, when and why, in the transaction that did it, and never changed again.
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import type { AuditEntry } from '#contract/staff';
import { STAFF_TENANT } from '#domain/staff';
import { inAudit, inAuditIfFound } from '#server/staff/audit';
import { operate } from '../support/operator.ts';
import { eachEngine, siteAt, sites } from '../support/server.ts';
import { addStaff, type MadeStaff, staffCall } from '../support/staff.ts';

eachEngine('staff audit', (server) => {
  const entries = async (owner: MadeStaff, input: Record<string, unknown> = {}): Promise<AuditEntry[]> =>
    (await staffCall(server(), 'audit.list', input, { as: owner })).body['entries'] as AuditEntry[];

  test('DE11: audit.list shows every change with who, when, why, before and after', async () => {
    const [owner, other] = [await addStaff(server(), 'owner'), await addStaff(server(), 'finance')];
    const reason = 'Left the company';
    const key = { 'idempotency-key': crypto.randomUUID() };
    for (let each = 0; each < 2; each += 1)
      expect(
        (await staffCall(server(), 'staff.disable', { id: other.id, reason }, { as: owner, headers: key })).status,
      ).toBe(204);
    const found = await entries(owner, { subject: `staff ${other.id}` });
    expect(found.map(({ call }) => call)).toEqual(['staff.disable', 'invitation.accept', 'operator staff invite']);
    expect(found[0]).toMatchObject({
      ...{ brand: null, actor: owner.email, role: 'owner', reason, subject: `staff ${other.id}` },
      ...{ before: { role: 'finance', status: 'active' }, after: { status: 'disabled' } },
    });
    expect(Math.abs(Date.parse(found[0]?.at ?? '') - server().now().getTime())).toBeLessThan(60_000);
    const older = await entries(owner, { subject: `staff ${other.id}`, before: found[1]?.id });
    expect(older.map(({ call }) => call)).toEqual(['operator staff invite']);
    expect((await staffCall(server(), 'audit.list', { brand: 'unknown' }, { as: owner })).status).toBe(404);
  });

  test('DE11: what is decided on the command line is in the log of its brand alone', async () => {
    const owner = await addStaff(server(), 'owner');
    const [here, there] = [siteAt(0), siteAt(1)];
    const member = await server().member({}, here);
    await operate(server(), `member suspend ${member.id} --as Kim --because scam --until 2999-01-31`);
    await operate(server(), `member restore ${member.id} --as Robin --note "Asked by phone"`);
    const subject = `member ${member.id}`;
    expect(await entries(owner, { brand: here.folder, subject })).toMatchObject([
      {
        ...{ brand: here.folder, actor: 'Robin', call: 'operator member restore', reason: 'Asked by phone' },
        after: { action: 'restore' },
      },
      {
        ...{ actor: 'Kim', call: 'operator member suspend', reason: 'scam' },
        after: { action: 'suspend', rule: 'scam', until: '2999-01-31T00:00:00.000Z' },
      },
    ]);
    expect(await entries(owner, { brand: there.folder, subject })).toEqual([]);
    await expect(operate(server(), `member restore ${member.id} --as Kim --note "As agreed"`)).rejects.toThrow(
      'There is no member',
    );
    expect(await entries(owner, { brand: here.folder, subject })).toHaveLength(2);
  });

  test('DE11: what writes nothing to the log, or fails after it, changes nothing', async () => {
    const member = await server().member();
    const place = { tenant: siteAt(0).id, at: server().now(), actor: { id: null, name: 'Kim', role: null }, call: 'x' };
    const rename = (isNoted: boolean, fails: boolean) =>
      inAudit(server().database, place, async (db, note) => {
        await db.updateTable('profile').set({ line: 'Changed' }).where('id', '=', member.id).execute();
        if (isNoted) await note({ subject: `member ${member.id}` });
        if (fails) throw new Error('failed');
      });
    await expect(rename(false, false)).rejects.toThrow('wrote nothing to the audit log');
    await expect(rename(true, true)).rejects.toThrow('failed');
    for (const done of [['found'], []])
      await expect(inAuditIfFound(server().database, place, () => Promise.resolve(done))).rejects.toThrow(
        'wrote nothing',
      );
    expect(await inAuditIfFound(server().database, place, () => Promise.resolve(null))).toBeNull();
    const left = await server().database.inTenant(place.tenant, async (db) => [
      await db.selectFrom('profile').select('id').where('id', '=', member.id).where('line', '=', 'Changed').execute(),
      await db.selectFrom('audit_log').select('id').where('subject', '=', `member ${member.id}`).execute(),
    ]);
    expect(left).toEqual([[], []]);
  });

  test('DE11: the log refuses UPDATE, DELETE and TRUNCATE, by the app role and by its owner', async () => {
    await addStaff(server(), 'owner');
    const { kysely } = server().database;
    const count = async () =>
      (await sql<{ n: number }>`select count(*)::int as n from audit_log`.execute(kysely)).rows[0]?.n;
    const before = await count();
    expect(before).toBeGreaterThan(0);
    for (const statement of [
      `update audit_log set actor = 'no one'`,
      'delete from audit_log',
      'delete from audit_log where false',
      'truncate audit_log',
    ]) {
      for (const tenant of [STAFF_TENANT, siteAt(0).id])
        await expect(server().database.inTenant(tenant, (db) => sql.raw(statement).execute(db))).rejects.toMatchObject({
          code: '42501',
        });
      await expect(sql.raw(statement).execute(kysely)).rejects.toMatchObject({ code: '42501' });
    }
    expect(await count()).toBe(before);
  });

  test('DE11 D10: no brand sees staff, their sessions or the log about them', async () => {
    await addStaff(server(), 'owner');
    for (const { id } of sites)
      for (const table of ['staff_account', 'staff_session'] as const)
        expect(await server().database.inTenant(id, (db) => db.selectFrom(table).select('tenant').execute())).toEqual(
          [],
        );
    const inBrand = server().database.inTenant(siteAt(0).id, (db) =>
      db.selectFrom('audit_log').select('tenant').where('tenant', '!=', siteAt(0).id).execute(),
    );
    expect(await inBrand).toEqual([]);
  });
});
