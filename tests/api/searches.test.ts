// Saved searches: a member's own, at most ten.
import { expect, test } from 'vitest';
import type { SavedSearch } from '#contract/searches';
import { SAVED_SEARCHES } from '#domain/limits';
import { eraseAccount } from '#server/auth/erase-account';
import type { MadeMember } from '../support/members.ts';
import { eachEngine, siteAt } from '../support/server.ts';

eachEngine('saved searches', (server) => {
  const path = '/api/saved-searches.php';
  const list = async (as: MadeMember) => (await server().call(path, { as })).body['searches'] as SavedSearch[];
  const save = (as: MadeMember, name: string, filters: object = {}) =>
    server().call(path, { json: { name, filters }, as });
  const change = (as: MadeMember, method: 'PUT' | 'DELETE', json: object) => server().call(path, { method, json, as });

  test('ME1: searches.save, searches.list, searches.rename and searches.remove are of the member alone', async () => {
    const [me, other] = [await server().member(), await server().member()];
    const filters = { gender: 'any', country: 'NL', min_age: 30, max_age: 40, real: '1', two_way: '0', sort: 'newest' };
    expect((await save(me, '  Thirties  ', filters)).status).toBe(204);
    expect(await list(me)).toMatchObject([{ name: 'Thirties', filters }]);
    expect(await list(other)).toEqual([]);
    const id = (await list(me))[0]?.id ?? '';
    expect((await change(other, 'PUT', { id, name: 'Mine' })).status).toBe(404);
    expect((await change(other, 'DELETE', { id })).status).toBe(404);
    expect((await change(me, 'PUT', { id, name: 'Near me' })).status).toBe(204);
    expect(await list(me)).toMatchObject([{ name: 'Near me', filters }]);
    expect((await change(me, 'DELETE', { id })).status).toBe(204);
    expect(await list(me)).toEqual([]);
  });

  test('ME1 ME3: a saved search keeps that it is one of all countries', async () => {
    const me = await server().member();
    expect((await save(me, 'Anywhere', { country: 'any' })).status).toBe(204);
    expect(await list(me)).toMatchObject([{ name: 'Anywhere', filters: { country: 'any' } }]);
  });

  test('ME1: of a search that a later version saved, the filters stay that this one knows', async () => {
    const me = await server().member();
    await save(me, 'Thirties', { min_age: 30 });
    await server().database.inTenant(siteAt(0).id, (db) =>
      db
        .updateTable('saved_search')
        .set({ filters: JSON.stringify({ min_age: 30, max_age: 40, sort: 'nearest', eyes: 'green' }) })
        .where('account', '=', me.id)
        .execute(),
    );
    expect((await list(me)).map(({ filters }) => filters)).toEqual([{ min_age: 30, max_age: 40 }]);
  });

  test('ME1: searches.save refuses an empty or long name, and filters that no search has', async () => {
    const me = await server().member();
    for (const [name, filters] of [
      ['   ', {}],
      ['x'.repeat(61), {}],
      ['Pages', { page: 2 }],
      ['Young', { min_age: 17 }],
      ['Nowhere', { country: 'none' }],
    ] as const)
      expect((await save(me, name, filters)).status).toBe(422);
    expect(await list(me)).toEqual([]);
  });

  test('ME1: of many saved at once only ten are kept', async () => {
    const me = await server().member();
    const answers = await Promise.all(Array.from({ length: SAVED_SEARCHES + 4 }, (_, n) => save(me, `Search ${n}`)));
    expect(answers.filter(({ status }) => status === 204)).toHaveLength(SAVED_SEARCHES);
    const refused = answers.filter(({ status }) => status !== 204);
    expect(refused.map(({ body }) => body.error?.code)).toEqual(Array.from({ length: 4 }, () => 'search_limit'));
    expect(await list(me)).toHaveLength(SAVED_SEARCHES);
  });

  test('AC21: a deleted account leaves no saved search', async () => {
    const me = await server().member();
    await save(me, 'Near me');
    const { id: tenant } = siteAt(0);
    await server().database.inTenant(tenant, (db) => eraseAccount(db, tenant, me.id));
    const left = await server().database.inTenant(tenant, (db) =>
      db.selectFrom('saved_search').select('id').where('account', '=', me.id).execute(),
    );
    expect(left).toEqual([]);
  });
});
