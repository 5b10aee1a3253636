// The daily check of the ledger: gaps are logged for an operator, and each of its queries reads only its range of accounts.
import { type CompiledQuery, sql } from 'kysely';
import { expect, test } from 'vitest';
import { compileOnlyDb } from '#server/db/statement';
import { checkLedger, accountRanges, findLedgerGaps } from '#server/payments/ledger-gaps';
import { nodesOf, planOf, rowsVisited } from '../support/plans.ts';
import { eachEngine, siteAt } from '../support/server.ts';

const tenant = siteAt(0).id;

eachEngine('ledger check', (server, engine) => {
  const linesOf = async (at = tenant, entriesAtOnce?: number): Promise<unknown[]> => {
    const before = server().logged.length;
    await checkLedger(server().app.services, at, entriesAtOnce);
    return server()
      .logged.slice(before)
      .map((line) => JSON.parse(line) as unknown);
  };

  test('A4: an entry that is missing is logged with the account, in any range, and of its tenant only', async () => {
    const members = await Promise.all(Array.from({ length: 8 }, () => server().member({ credits: 5 })));
    expect(await linesOf()).toEqual([]);
    const { kysely } = server().database;
    await sql`analyze ledger`.execute(kysely);
    for (const { id } of members) await sql`delete from ledger where account = ${id}`.execute(kysely);
    const line = { level: 50, tenant, gaps: 8, msg: 'ledger entries are missing or were edited' };
    for (const entriesAtOnce of [undefined, 0.1]) {
      const [logged, ...more] = await linesOf(tenant, entriesAtOnce);
      expect([logged, more]).toMatchObject([line, []]);
      const { accounts } = logged as { accounts: string[] };
      expect(accounts).toHaveLength(5);
      expect(members.map(({ id }) => id)).toEqual(expect.arrayContaining(accounts));
    }
    expect(await linesOf(siteAt(1).id)).toEqual([]);
  });

  test('A4: ranges leave no account out and take none twice', () => {
    for (const parts of [1, 3, 16, 1000]) {
      const ranges = accountRanges(parts);
      const edges = ranges.map(
        ({ from, to }) => [parseInt(from.slice(0, 4), 16), parseInt(to.slice(0, 4), 16)] as const,
      );
      expect([edges[0]?.[0], edges.at(-1)?.[1]]).toEqual([0, 0xffff]);
      for (const [n, [first]] of edges.entries()) expect(first).toBe(n === 0 ? 0 : (edges[n - 1]?.[1] ?? 0) + 1);
      for (const { from, to } of ranges) {
        expect(from).toMatch(/^[0-9a-f]{4}0{4}-0{4}-0{4}-0{4}-0{12}$/);
        expect(to).toMatch(/^[0-9a-f]{4}f{4}-f{4}-f{4}-f{4}-f{12}$/);
      }
    }
  });

  if (engine === 'postgres')
    test('A4: a range is read once, by index', async () => {
      const { kysely } = server().database;
      await sql`insert into account (tenant, id, email, email_key, password_hash, status, language)
        select ${tenant}, gen_random_uuid(), n, n, 'x', 'active', 'en' from generate_series(1, 5000) n`.execute(kysely);
      await sql`insert into ledger (tenant, account, version, book, kind, credits, balance, at)
        select ${tenant}, id, version, 'bonus', 'bonus', 1, version, now()
        from account, generate_series(10, 22) version`.execute(kysely);
      await sql`analyze`.execute(kysely);
      const heard: CompiledQuery[] = [];
      await findLedgerGaps(
        compileOnlyDb((query) => heard.push(query)),
        tenant,
        accountRanges(64)[20],
      );
      const [{ sql: text, parameters: values }] = heard as [CompiledQuery];
      const plan = await planOf(server().database, tenant, { text, values }, 'auto', []);
      const scans = nodesOf(plan).filter((node) => node['Relation Name']);
      expect(scans.map((node) => node['Relation Name']).sort()).toEqual(['account', 'ledger']);
      expect(rowsVisited(plan)).toBeGreaterThan(0);
      expect(rowsVisited(plan)).toBeLessThan((5000 * 14) / 32);
    });
});
