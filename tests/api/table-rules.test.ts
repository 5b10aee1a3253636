// Constraints of the tables, which hold even when the code above them is wrong.
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { onBothEngines, siteAt } from '../support/server.ts';

const tenant = siteAt(0).id;
const entry = (book: string, kind: string, credits: number, balance: number): string =>
  `insert into ledger (tenant, account, version, book, kind, credits, balance, at)
    values (${tenant}, gen_random_uuid(), 1, '${book}', '${kind}', ${credits}, ${balance}, now())`;
const conversation = (unread: string): string =>
  `insert into conversation (tenant, id, one, two, starter, created_at, last_at, one_unread, two_unread)
    select ${tenant}, gen_random_uuid(), min(id::text)::uuid, max(id::text)::uuid, min(id::text)::uuid, now(), now(), ${unread}
    from account where tenant = ${tenant}`;

const REFUSED: Readonly<Record<string, string>> = {
  'a debt': 'update account set credits = credits - 1000000',
  'an unknown status': `update account set status = 'gone'`,
  'an unknown book': entry('loan', 'bonus', 1, 1),
  'an unknown kind of entry': entry('bonus', 'present', 1, 1),
  'an entry of nothing': entry('bonus', 'bonus', 0, 1),
  'a balance below zero': entry('spending', 'message', -1, -1),
  'fewer than none unread': conversation('-1, 0'),
  'fewer than none unread on the other side': conversation('0, -1'),
  'a message that pays': `insert into message (tenant, conversation, seq, sender, client_id, text, at, cost)
    values (${tenant}, gen_random_uuid(), 1, gen_random_uuid(), gen_random_uuid(), '', now(), -1)`,
};

onBothEngines('table rules', (server) => {
  test.each(Object.entries(REFUSED))('A1 A3: the database refuses %s', async (_, statement) => {
    await server().member();
    await server().member();
    const done = server().database.inTenant(tenant, (db) => sql.raw(statement).execute(db));
    await expect(done).rejects.toThrow(/violates check constraint/);
  });
});
