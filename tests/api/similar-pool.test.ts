// Among how many members similar ones are looked for.
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { SIMILAR } from '#domain/limits';
import { withoutTimeout } from '../support/large-tables.ts';
import { eachEngine, siteAt } from '../support/server.ts';

const idOf = (n: number): string => `73000000-0000-4000-8000-${String(n).padStart(12, '0')}`;

eachEngine('pool of similar members', (server) => {
  test('ME9: members.similar looks among the 96 who were active last, without the member herself', async () => {
    const tenant = siteAt(0).id;
    const id = sql.raw(`('73000000-0000-4000-8000-' || lpad(n::text, 12, '0'))::uuid`);
    const crowd = sql`from generate_series(1, ${sql.lit(SIMILAR.pool + 4)}) n`;
    const now = server().now();
    for (const statement of [
      sql`insert into account (tenant, id, email, email_key, password_hash, status, language)
        select ${sql.lit(tenant)}, ${id}, 'similar' || n, 'similar' || n, '', 'active', 'en' ${crowd}`,
      sql`insert into profile (tenant, id, name, gender, sexuality, birth_date, country, last_active)
        select ${sql.lit(tenant)}, ${id}, 'One of many', 'female', 'hetero', date '1990-01-01', 'SZ',
          ${now}::timestamptz - n * interval '1 minute' ${crowd}`,
    ])
      await withoutTimeout(server().database, statement);
    const as = await server().member({ gender: 'male', country: 'SZ' });
    // One of those who were active last, and one who was not.
    for (const [shown, last] of [
      [1, SIMILAR.pool + 1],
      [SIMILAR.pool + 4, SIMILAR.pool],
    ] as const) {
      const found: string[] = [];
      for (let page = 1; page <= SIMILAR.pool / SIMILAR.pageSize + 1; page += 1) {
        const { body } = await server().call('/api/similar.php', { as, query: `id=${idOf(shown)}&page=${page}` });
        expect(body['numResults']).toBe(SIMILAR.pool);
        found.push(...(body['profiles'] as { id: string }[]).map((each) => each.id));
      }
      const expected = Array.from({ length: last }, (_, at) => idOf(at + 1)).filter((each) => each !== idOf(shown));
      expect(found.toSorted()).toEqual(expected);
    }
  });
});
