// Idempotency keys: a repeated call has one effect and one answer.
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { lockOf } from '#server/http/idempotency';
import { contractCalls, requestFor } from '../support/calls.ts';
import { startChat } from '../support/chats.ts';
import { noticeOf, notify } from '../support/fake-provider.ts';
import { fittingInput } from '../support/fitting-input.ts';
import type { MadeMember } from '../support/members.ts';
import { buy } from '../support/payments.ts';
import { onBothEngines, siteAt, type CallAnswer, type CallOptions } from '../support/server.ts';
import { tenantTables } from '../support/tenant-tables.ts';

/**
 * Calls without a stored answer: signup, confirmation and login hand out a session, which is never stored to be handed
 * out again (a form sent twice still has one effect, tests/api/address-owner.test.ts), and the first step of signing up
 * stores nothing. A call that renews its own session cannot be delivered again with that session.
 * Unsubscribing changes nothing when it is repeated (tests/api/notifications.test.ts), and a repeated request for a login mail sends no
 * second one (tests/api/login-mail.test.ts).
 */
const KEYLESS = [
  ...['auth.login', 'passkeys.login', 'auth.resetPassword', 'signup.join', 'signup.activate', 'signup.begin'],
  ...['auth.requestLoginMail', 'auth.loginByMail', 'settings.changePassword', 'notifications.unsubscribe'],
];
const keyed = contractCalls.filter(
  ({ name, endpoint }) =>
    endpoint.method !== 'GET' && !endpoint.beacon && !endpoint.idempotent && !KEYLESS.includes(name),
);
const idempotent = contractCalls.filter(({ endpoint }) => endpoint.idempotent);
const ofMembers = keyed.filter(({ endpoint }) => endpoint.access === 'member');

/** The same with one more byte: of an upload the length is compared, not the content. */
const longer = (body: CallOptions['body']): BodyInit =>
  body instanceof Uint8Array ? Buffer.concat([body, Buffer.of(0)]) : `${String(body)} `;

onBothEngines('idempotency', (server, engine) => {
  test('A5 DB1: a member call that changes something needs a key, and a key has a form', async () => {
    const member = await server().member();
    for (const call of ofMembers) {
      const request = requestFor(call, member.id);
      const without = await server().call(call.endpoint.path, {
        ...request,
        as: member,
        headers: { ...request.headers, 'idempotency-key': null },
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
          headers: { ...request.headers, 'idempotency-key': key },
        });
        expect([call.name, answer.status, answer.body.error?.code]).toEqual([call.name, 400, 'malformed']);
      }
    }
  });

  /** The id of a purchase that its buyer can withdraw from. */
  async function paidOrder(member: MadeMember): Promise<string> {
    const order = await buy(server(), member, '15');
    expect((await notify(server(), siteAt(0).id, noticeOf(order, 'paid'))).status).toBe(204);
    return order.id;
  }

  /** A member on whose data every call has an effect: a message to read, a like to see and one to take back. */
  async function prepared(name: string): Promise<{ member: MadeMember; request: CallOptions }> {
    const [member, other] = [await server().member({ credits: 5 }), await server().member({ credits: 5 })];
    const like = (as: MadeMember, id: string) => server().call('/api/like.php', { method: 'PUT', json: { id }, as });
    const conversation = await startChat(server(), other, member.id);
    await like(other, member.id);
    if (name === 'likes.remove') await like(member, other.id);
    // No member could have written to an unconfirmed member.
    if (name.startsWith('signup.'))
      await server().database.inTenant(siteAt(0).id, (db) =>
        db.updateTable('account').set({ status: 'not_confirmed' }).where('id', '=', member.id).execute(),
      );
    // The budget of attempts from this address is a row that stays.
    if ('password' in ((await fittingInput(server(), name, member)) ?? {}))
      await server().call('/api/user.php', { json: { email: member.email, password: member.password } });
    const call = contractCalls.find((each) => each.name === name);
    if (!call) throw new Error(`There is no call ${name}.`);
    const { json, ...request } = requestFor(call, other.id, conversation);
    if (name === 'credits.withdraw') Object.assign(json as object, { payment: await paidOrder(member) });
    const fitting: object = Object.assign(json ?? {}, await fittingInput(server(), name, member));
    if ('gesture' in fitting) request.query = `gesture=${String(fitting.gesture)}`;
    const key = { 'idempotency-key': crypto.randomUUID() };
    return {
      member,
      request: {
        ...request,
        as: call.endpoint.access === 'member' ? member : null,
        headers: { 'content-type': 'application/json', ...request.headers, ...key },
        body: request.body ?? JSON.stringify(json ?? {}),
      },
    };
  }

  /** The number of rows of each table, and of credits: a call's effect is the difference. */
  async function totals(): Promise<Record<string, number>> {
    const { rows } = await tenantTables.execute(server().database.kysely);
    return server().database.inTenant(siteAt(0).id, async (db) => {
      const sums: Record<string, number> = {};
      for (const { name } of rows)
        sums[name] =
          (await sql<{ n: number }>`select count(*)::int as n from ${sql.table(name)}`.execute(db)).rows[0]?.n ?? 0;
      const found = await sql<{ credits: number; unread: number; unseen: number }>`select
        (select sum(credits)::int from account) as credits, (select sum(one_unread + two_unread)::int from conversation) as unread,
        (select count(*)::int from member_like where not seen) as unseen`.execute(db);
      return { ...sums, ...found.rows[0] };
    });
  }
  async function effectOf(work: () => Promise<unknown>): Promise<Record<string, number>> {
    const before = await totals();
    await work();
    const after = await totals();
    return Object.fromEntries(Object.keys(after).map((name) => [name, (after[name] ?? 0) - (before[name] ?? 0)]));
  }

  test.each(keyed.map(({ name }) => name))(
    'A5: six concurrent deliveries of one %s, by a member or a visitor, have the effect of one',
    async (name) => {
      const path = keyed.find((each) => each.name === name)?.endpoint.path ?? '';
      // A brand's counter of a day begins with its first call.
      await server().call(path, (await prepared(name)).request);
      const single = await prepared(name);
      const expected = await effectOf(() => server().call(path, single.request));
      const { request } = await prepared(name);
      let answers: CallAnswer[] = [];
      const effect = await effectOf(async () => {
        answers = await Promise.all(Array.from({ length: 6 }, () => server().call(path, request)));
        for (const [at, each] of answers.entries())
          if (each.body.error?.code === 'in_progress') answers[at] = await server().call(path, request);
      });
      expect(effect).toEqual(expected);
      expect(effect['idempotency']).toBe(1);
      expect(new Set(answers.map(({ status, text }) => `${status} ${text}`)).size).toBe(1);
      expect(answers[0]?.status).toBeLessThan(300);
      expect((await server().call(path, request)).headers.get('idempotent-replayed')).toBe('true');
      const other = await server().call(path, { ...request, body: longer(request.body) });
      expect([other.status, other.body.error?.code]).toEqual([409, 'idempotency_conflict']);
    },
  );

  test('A5: a hidden page, reading, reacting, typing and push are naturally idempotent: they need no key, store none, and change nothing when repeated', async () => {
    expect(idempotent.map(({ name }) => name)).toEqual([
      'auth.pageHidden',
      ...['chats.read', 'chats.typing', 'chats.react'],
      'finder.matches',
      'push.subscribe',
      'push.unsubscribe',
    ]);
    for (const { name, endpoint } of idempotent) {
      const { request } = await prepared(name);
      const keyless = { ...request, headers: { ...request.headers, 'idempotency-key': null } };
      const first = await effectOf(async () => {
        const answers = [await server().call(endpoint.path, keyless), await server().call(endpoint.path, request)];
        expect(answers.map(({ status }) => [name, status < 300])).toEqual(Array(2).fill([name, true]));
      });
      expect(first).toMatchObject({ idempotency: 0, unread: name === 'chats.read' ? -1 : 0 });
      const repeated = await effectOf(() =>
        Promise.all(Array.from({ length: 6 }, () => server().call(endpoint.path, keyless))),
      );
      expect(new Set(Object.values(repeated))).toEqual(new Set([0]));
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

  test('A5: a message refused for lack of credits is sent under the same key once there are some', async () => {
    const [me, other] = [await server().member({ credits: 0 }), await server().member({ credits: 9 })];
    const conversation = await startChat(server(), other, me.id);
    const headers = { 'idempotency-key': crypto.randomUUID() };
    const json = { conversation, text: 'Hello', client_id: crypto.randomUUID() };
    const send = () => server().call('/api/message.php', { json, as: me, headers });
    expect((await send()).status).toBe(402);
    await notify(server(), siteAt(0).id, noticeOf(await buy(server(), me), 'paid'));
    const answer = await send();
    expect([answer.status, answer.headers.get('idempotent-replayed')]).toEqual([200, null]);
  });

  test('A5: a key is found for two days, across midnight too', async () => {
    const member = await server().member();
    const request = {
      method: 'PUT',
      json: { language: 'nl' },
      as: member,
      headers: { 'idempotency-key': crypto.randomUUID() },
    };
    const replayed = async (): Promise<string | null> =>
      (await server().call('/api/user.php', request)).headers.get('idempotent-replayed');
    expect(await replayed()).toBe(null);
    for (const hours of [23, 23, 2]) {
      server().advance(hours * 3600 - 60);
      expect([hours, await replayed()]).toEqual([hours, 'true']);
    }
    server().advance(26 * 3600);
    expect(await replayed()).toBe(null);
  });

  test('A5: no stored row contains a visitor’s address or key; another address with the key is another visitor', async () => {
    const key = crypto.randomUUID();
    const complain = async (ip: string): Promise<string | null> => {
      const headers = { 'idempotency-key': key };
      const json = { email: '', subject: 'else', text: `Something went wrong with ${key}.` };
      const answer = await server().call('/api/complaint.php', { json, ip, headers });
      expect(answer.status).toBeLessThan(300);
      return answer.headers.get('idempotent-replayed');
    };
    expect([await complain('192.0.2.77'), await complain('192.0.2.77')]).toEqual([null, 'true']);
    expect(await complain('192.0.2.78')).toBe(null);
    const stored = await server().database.inTenant(siteAt(0).id, (db) =>
      sql<{ row: string }>`select k::text as row from idempotency k where route = 'POST /api/complaint.php'`.execute(
        db,
      ),
    );
    expect(stored.rows.length).toBeGreaterThan(1);
    for (const { row } of stored.rows) expect(row).not.toMatch(new RegExp(`192\\.0\\.2|${key}`));
  });

  // One transaction at a time: there is never a concurrent one.
  if (engine === 'postgres')
    test('A5: while another call with the key is running the answer is in_progress', async () => {
      const member = await server().member();
      const key = crypto.randomUUID();
      const request = { method: 'PUT', json: { language: 'nl' }, as: member, headers: { 'idempotency-key': key } };
      const lock = lockOf(siteAt(0).id, 'PUT /api/user.php', key);
      await server()
        .database.kysely.transaction()
        .execute(async (db) => {
          await sql`select pg_advisory_xact_lock(${lock.toString()}::bigint)`.execute(db);
          const answer = await server().call('/api/user.php', request);
          expect([answer.status, answer.body.error]).toEqual([409, { code: 'in_progress', retry_after: 1 }]);
        });
      expect((await server().call('/api/user.php', request)).status).toBe(200);
    });
});
