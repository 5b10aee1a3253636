// Access: the whole contract by every kind of caller, every answer in its schema, every refusal in one shape.
import * as z from 'zod/mini';
import { beforeAll, expect, test } from 'vitest';
import { ApiErrorBody, sharedCodes } from '#contract/errors';
import { contractCalls, type ContractCall, expectedStatus, requestFor } from '../support/calls.ts';
import { type Actor, actors, hasSession } from '../support/calls/call-case.ts';
import { startChat } from '../support/chats.ts';
import { block, type MadeMember } from '../support/members.ts';
import { onBothEngines, siteAt, type CallAnswer } from '../support/server.ts';

function expectInContract({ name, endpoint }: ContractCall, answer: CallAnswer): void {
  if (answer.status === 204) return expect(answer.text, name).toBe('');
  const schema = answer.status === 200 ? endpoint.output : ApiErrorBody;
  expect(z.safeParse(schema, answer.body).error?.issues, `${name} ${answer.text}`).toBeUndefined();
  if (answer.body.error) expect([...sharedCodes, ...(endpoint.errors ?? [])], name).toContain(answer.body.error.code);
}

onBothEngines('access', (server) => {
  let victim: MadeMember;
  let foreign: string;
  beforeAll(async () => {
    victim = await server().member({ photos: [{}, { private: true }] });
    foreign = await startChat(server(), await server().member({ credits: 1 }), victim.id);
  });

  async function callerOf(actor: Actor): Promise<{ cookie: string } | null> {
    if (actor === 'visitor') return null;
    if (actor === 'dead session') return { cookie: `auth.session=${'A'.repeat(43)}` };
    if (actor === 'other tenant') return server().member({}, siteAt(1));
    const drafts = {
      unconfirmed: { status: 'not_confirmed' },
      paid: { paid_user: true },
      invisible: { visible: false },
      'pending deletion': { status: 'pending_deletion' },
    } as const;
    const draft = actor in drafts ? drafts[actor as keyof typeof drafts] : {};
    const member = await server().member({ credits: 5, ...draft });
    if (actor === 'blocked') await block(server().database, siteAt(0), victim.id, member.id);
    if (actor === 'blocker') await block(server().database, siteAt(0), member.id, victim.id);
    return member;
  }

  test.each(actors)('D1 D4 AU10: the whole contract by: %s', async (actor) => {
    for (const call of contractCalls) {
      const as = await callerOf(actor);
      const answer = await server().call(call.endpoint.path, {
        ...requestFor(call, victim.id, foreign),
        as,
        ip: `2001:db8:${crypto.randomUUID().slice(0, 4)}::1`,
      });
      const expected =
        call.endpoint.access !== 'anyone' && !hasSession.includes(actor) ? 403 : expectedStatus(call.name, actor);
      expect([call.name, answer.status]).toEqual([call.name, expected]);
      expect(answer.body.error?.['authentication_required']).toBe(
        call.endpoint.access !== 'anyone' && !hasSession.includes(actor) ? true : undefined,
      );
      expectInContract(call, answer);
    }
  });

  test('D4 E6: no answer about other members contains an address, a birth date or an exact moment', async () => {
    const viewer = await server().member({ gender: 'male' });
    for (const call of contractCalls.filter(({ name }) => name.startsWith('members.'))) {
      const { text } = await server().call(call.endpoint.path, { ...requestFor(call, victim.id), as: viewer });
      expect(text).not.toMatch(/@example\.test|1990-06-15|\d{4}-\d\d-\d\dT|latitude|longitude|distance/);
    }
  });

  test('D3: unknown keys are refused and change nothing, even named like fields of the account', async () => {
    const extras = {
      credits: 999,
      paid_user: true,
      status: 'active',
      tenant: siteAt(1).id,
      signup_date: '2000-01-01T00:00:00Z',
      fictional: false,
      like_new: true,
      id: victim.id,
      account: victim.id,
      notifications_disabled: [],
      profile: { name: 'x' },
    };
    for (const call of contractCalls.filter(({ endpoint }) => endpoint.method !== 'GET' && !endpoint.beacon)) {
      const member = await server().member({ status: 'not_confirmed', credits: 1 });
      const { json, query = '', ...upload } = requestFor(call, victim.id, foreign);
      const before = await server().call('/api/user.php', { as: member });
      const fields = { ...((json ?? {}) as object), ...Object.fromEntries(new URLSearchParams(query)) };
      for (const [key, value] of Object.entries(extras).filter(([key]) => !(key in fields))) {
        const answer = await server().call(call.endpoint.path, {
          method: call.endpoint.method,
          // The input of an upload travels in the query.
          ...(call.endpoint.upload
            ? { ...upload, query: `${query}&${key}=${encodeURIComponent(JSON.stringify(value))}` }
            : { json: { ...(json as object), [key]: value } }),
          as: member,
        });
        expect([call.name, key, answer.status, answer.body.error?.['fields']]).toEqual([
          call.name,
          key,
          422,
          { [key]: 'unknown_field' },
        ]);
      }
      expect((await server().call('/api/user.php', { as: member })).text).toBe(before.text);
    }
  });

  test('SI37: unknown addresses and methods are answered in the one error shape', async () => {
    const missing = await server().call('/api/nothing.php');
    expect([missing.status, missing.text]).toEqual([404, '{"error":{"code":"not_found"}}']);
    const method = await server().call('/api/members.php', { method: 'DELETE' });
    expect([method.status, method.body.error?.code, method.headers.get('allow')]).toEqual([
      405,
      'method_not_allowed',
      'GET',
    ]);
    for (const path of ['/metrics', '/docs', '/.git/config', '/.env', '/api', '/openapi.json'])
      expect((await server().call(path)).status, path).toBe(404);
  });
});
