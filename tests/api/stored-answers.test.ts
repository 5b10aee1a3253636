// What the stored answers of calls say about the bodies that were sent: nothing that a guessed password could be tried with.
import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { contractCalls, requestFor } from '../support/calls.ts';
import { fittingInput } from '../support/fitting-input.ts';
import { eachEngine, siteAt } from '../support/server.ts';

eachEngine('stored answers', (server) => {
  test('C1: no stored row has a plain hash of a body with a password, or the key with which one could be tried', async () => {
    const sent: { name: string; key: string; body: string; password: string }[] = [];
    for (const call of contractCalls) {
      const { name, endpoint } = call;
      const { json, ...request } = requestFor(call, crypto.randomUUID());
      if (typeof json !== 'object' || json === null || !('password' in json)) continue;
      const member = await server().member();
      const typed = { ...json, ...(await fittingInput(server(), name, member)) };
      const [key, body, password] = [crypto.randomUUID(), JSON.stringify(typed), String(typed.password)];
      const headers = { 'content-type': 'application/json', ...request.headers, 'idempotency-key': key };
      // Visitors who send a wrong password are refused for good, which is stored too.
      await server().call(endpoint.path, {
        ...{ ...request, body, headers },
        as: endpoint.access === 'member' ? member : null,
      });
      sent.push({ name, key, body, password });
    }
    expect(sent.map(({ name }) => name)).toEqual(
      expect.arrayContaining(['auth.login', 'settings.changeEmail', 'leaving.remove']),
    );
    const { rows } = await server().database.inTenant(siteAt(0).id, (db) =>
      sql<{ row: string }>`select k::text as row from idempotency k`.execute(db),
    );
    const digest = (text: string): string => createHash('sha256').update(text).digest('hex');
    expect(rows.length).toBeGreaterThan(5);
    for (const { name, key, body, password } of sent)
      for (const text of [key, digest(body), digest(password), password])
        expect([name, text, rows.filter(({ row }) => row.includes(text))]).toEqual([name, text, []]);
  });
});
