// Sending a call again: one effect, one answer.
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { contractCalls, requestFor } from '../support/calls.ts';
import { eachEngine, siteAt } from '../support/server.ts';

const keyed = contractCalls.filter(({ endpoint }) => endpoint.method !== 'GET' && endpoint.access === 'member');

eachEngine('idempotency', (server) => {
  const events = async (account: string): Promise<number> =>
    (
      await server().database.inTenant(siteAt(0).id, (db) =>
        db.selectFrom('event').select('id').where('account', '=', account).execute(),
      )
    ).length;

  test('A5 B1: a member call that changes something needs a key, and a key has a form', async () => {
    const member = await server().member();
    for (const call of keyed) {
      const request = requestFor(call, member.id);
      const without = await server().call(call.endpoint.path, {
        ...request,
        as: member,
        headers: { 'idempotency-key': null },
      });
      expect([call.name, without.status, without.body.error?.code]).toEqual([
        call.name,
        400,
        'idempotency_key_required',
      ]);
      for (const key of ['short', 'x'.repeat(129), 'with space', 'ümlaut-ümlaut']) {
        const answer = await server().call(call.endpoint.path, {
          ...request,
          as: member,
          headers: { 'idempotency-key': key },
        });
        expect([call.name, answer.status, answer.body.error?.code]).toEqual([call.name, 400, 'malformed']);
      }
    }
  });

  test('A5: the same key and body get the same answer once, also six at a time', async () => {
    for (const call of keyed) {
      const member = await server().member();
      const once = { ...requestFor(call, member.id), as: member, headers: { 'idempotency-key': crypto.randomUUID() } };
      const answers = await Promise.all(Array.from({ length: 6 }, () => server().call(call.endpoint.path, once)));
      const done = answers.filter(({ status }) => status !== 409);
      expect(done.length).toBeGreaterThan(0);
      for (const { body } of answers.filter(({ status }) => status === 409))
        expect(body.error?.code).toBe('in_progress');
      const again = await server().call(call.endpoint.path, once);
      expect(again.headers.get('idempotent-replayed')).toBe('true');
      expect(new Set([...done, again].map(({ text }) => text)).size).toBe(1);
      if (call.name === 'auth.setLanguage') expect(await events(member.id)).toBe(1);
    }
  });

  test('A5: the same key with another body, a final refusal, and another member', async () => {
    const [one, two] = [await server().member(), await server().member()];
    const headers = { 'idempotency-key': crypto.randomUUID() };
    const put = (language: string, as = one) =>
      server().call('/api/user.php', { method: 'PUT', json: { language }, as, headers });
    expect((await put('xx')).body.error?.code).toBe('unknown_language');
    expect((await put('xx')).headers.get('idempotent-replayed')).toBe('true');
    const other = await put('nl');
    expect([other.status, other.body.error?.code]).toEqual([409, 'idempotency_conflict']);
    expect((await put('nl', two)).status).toBe(200);
  });

  test('A5: while another call with the key is under way the answer is in_progress', async () => {
    if (server().engine === 'pglite') return; // One transaction at a time: there is never another under way.
    const member = await server().member();
    const key = crypto.randomUUID();
    const request = { method: 'PUT', json: { language: 'nl' }, as: member, headers: { 'idempotency-key': key } };
    const name = `${siteAt(0).id} ${member.id} PUT /api/user.php ${key}`;
    await server()
      .database.kysely.transaction()
      .execute(async (db) => {
        await sql`select pg_advisory_xact_lock(hashtextextended(${name}::text, 0))`.execute(db);
        const answer = await server().call('/api/user.php', request);
        expect([answer.status, answer.body.error]).toEqual([409, { code: 'in_progress', retry_after: 1 }]);
      });
    expect((await server().call('/api/user.php', request)).status).toBe(200);
  });
});
