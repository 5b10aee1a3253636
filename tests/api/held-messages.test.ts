// Messages of unconfirmed members: visible to no other member, and all delivered after the confirmation.
import { randomBytes } from 'node:crypto';
import { expect, test } from 'vitest';
import type { LiveEvent } from '#contract/events';
import type { Ctx } from '#server/context';
import { creditAccount } from '#server/payments/ledger';
import { deliverHeld } from '#server/modules/chats/held-messages';
import { storeEventsNow } from '#server/live/hub';
import { hashToken } from '#server/auth/sessions';
import { accountOf, send, sent, startChat } from '../support/chats.ts';
import { noticeOf, notify } from '../support/fake-provider.ts';
import { block, type MadeMember } from '../support/members.ts';
import { buy, type Order, spend } from '../support/payments.ts';
import { eachEngine, figure, siteAt } from '../support/server.ts';
import { recordEvents } from '../support/tabs.ts';

eachEngine('held messages', (server) => {
  const tenant = siteAt(0).id;
  const unconfirmed = (credits = 4) => server().member({ status: 'not_confirmed', credits });
  const ask = async (path: string, as: MadeMember, query = '') => (await server().call(path, { as, query })).body;
  const texts = (body: Record<string, unknown>): unknown[] =>
    (body['messages'] as { text: string }[]).map(({ text }) => text);

  const read = async (as: MadeMember, { id }: MadeMember) => texts(await ask('/api/messages.php', as, `profile=${id}`));

  /** Confirms an account in one transaction, as the call does; answers the events by account. */
  const confirm = (member: MadeMember): Promise<[LiveEvent, string][]> =>
    server().database.inTenant(tenant, async (db) => {
      await db
        .updateTable('account')
        .set({ status: 'active' })
        .where('tenant', '=', tenant)
        .where('id', '=', member.id)
        .execute();
      const told: [LiveEvent, string][] = [];
      const ctx = {
        db,
        tenant,
        site: siteAt(0),
        now: () => server().now(),
        emit: (event: LiveEvent, to: { account: string }) => void told.push([event, to.account]),
      } as unknown as Ctx;
      await deliverHeld(ctx, member.id);
      await storeEventsNow(
        db,
        tenant,
        server().now(),
        told.map(([event, account]) => [event, { account }]),
      );
      return told;
    });

  test('G5 CH24: before the confirmation no other member sees, receives or counts anything, and nothing is charged', async () => {
    const [me, other] = [await unconfirmed(), await server().member({ credits: 3 })];
    const first = await send(server(), me, { profile: other.id, text: 'one' });
    expect(first.body).toMatchObject({ credits: 4, message: { seq: 0, held: true, mine: true, text: 'one' } });
    const { conversation } = first.body['message'] as { conversation: string };
    await sent(server(), me, { conversation, text: 'two' });
    expect((await accountOf(server(), me)).entries).toHaveLength(1);
    expect(texts(await ask('/api/messages.php', me, `profile=${other.id}`))).toEqual(['one', 'two']);
    expect(await ask('/api/chats.php', me)).toMatchObject({
      chats: [{ num_unread_messages: 0, last: { text: 'two', seq: 0, mine: true } }],
    });
    expect(await ask('/api/chats.php', other)).toEqual({ chats: [], more: false });
    const byProfile = { as: other, query: `profile=${me.id}` };
    expect((await server().call('/api/messages.php', byProfile)).status).toBe(404);
    for (const [path, method, json] of [
      ['/api/message.php', 'POST', { conversation, text: 'x', client_id: crypto.randomUUID() }],
      ['/api/chat-read.php', 'PUT', { conversation, seq: 1 }],
      ['/api/typing.php', 'POST', { conversation }],
    ] as const)
      expect((await server().call(path, { method, json, as: other })).status, path).toBe(404);
    expect(
      (await server().call('/api/messages.php', { as: other, query: `conversation=${conversation}` })).status,
    ).toBe(404);
    expect((await server().call('/api/member.php', { as: other, query: `id=${me.id}` })).status).toBe(404);
    const events = await server().database.inTenant(tenant, (db) =>
      db.selectFrom('event').select('id').where('account', '=', other.id).execute(),
    );
    expect(events).toEqual([]);
  });

  test('G5: after it all arrive once and in order, each charged once, also with concurrent confirmations', async () => {
    for (let round = 0; round < figure(300, 3); round += 1) {
      const me = await unconfirmed(6);
      const others = [await server().member(), await server().member()];
      const wrote: string[][] = [[], []];
      for (let at = 0; at < 6; at += 1) {
        const to = (at + round) % 2;
        await sent(server(), me, { profile: others[to]?.id ?? '', text: `${at}` });
        wrote[to]?.push(`${at}`);
      }
      const told = (await Promise.all([confirm(me), confirm(me)])).flat();
      expect(told.filter(([event]) => event.type === 'message')).toHaveLength(12);
      for (const [at, other] of others.entries()) {
        const body = await ask('/api/messages.php', other, `profile=${me.id}`);
        expect(texts(body)).toEqual(wrote[at]);
        expect(await ask('/api/chats.php', other)).toMatchObject({ chats: [{ num_unread_messages: 3 }] });
      }
      const { credits, entries } = await accountOf(server(), me);
      expect([credits, entries.filter(({ kind }) => kind === 'message').length]).toEqual([0, 6]);
      expect(texts(await ask('/api/messages.php', me, `profile=${others[0]?.id}`))).toEqual(wrote[0]);
    }
  });

  test('G5: signup.activate delivers them once, even when the links are opened in several tabs', async () => {
    const [me, other] = [await unconfirmed(), await server().member()];
    for (const text of ['one', 'two', 'three']) await sent(server(), me, { profile: other.id, text });
    const heard = recordEvents(server(), other.id);
    const tokens = Array.from({ length: 3 }, () => randomBytes(32).toString('base64url'));
    const now = server().now();
    const expires_at = new Date(now.getTime() + 3_600_000);
    await server().database.inTenant(tenant, (db) =>
      db
        .insertInto('mail_token')
        .values(
          tokens.map((token) => ({
            ...{ tenant, hash: hashToken(token), purpose: 'activation' as const, email: me.email, email_key: me.email },
            ...{ created_at: now, expires_at },
          })),
        )
        .execute(),
    );
    const answers = await Promise.all(
      [...tokens, ...tokens].map((token) => server().call('/api/activate.php', { json: { token }, as: me })),
    );
    // Both opened the one link that confirmed.
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(2);
    expect(texts(await ask('/api/messages.php', other, `profile=${me.id}`))).toEqual(['one', 'two', 'three']);
    expect(heard.filter(({ type }) => type === 'message')).toMatchObject([{ seq: 1 }, { seq: 2 }, { seq: 3 }]);
    expect((await accountOf(server(), me)).credits).toBe(1);
    expect(await sent(server(), me, { profile: other.id, text: 'four' })).toMatchObject({ seq: 4, held: false });
  });

  test('G5: a message sent during the confirmation is delivered or held, never lost', async () => {
    for (let round = 0; round < figure(200, 10); round += 1) {
      const [me, other] = [await unconfirmed(), await server().member()];
      await sent(server(), me, { profile: other.id, text: 'first' });
      await Promise.all([confirm(me), sent(server(), me, { profile: other.id, text: 'second' })]);
      const body = await ask('/api/messages.php', other, `profile=${me.id}`);
      expect(texts(body)).toEqual(['first', 'second']);
      expect((await accountOf(server(), me)).credits).toBe(2);
    }
  });

  test('CH36 G2: a held message sent again stays one, also after its delivery', async () => {
    const [me, other] = [await unconfirmed(1), await server().member()];
    const again = { profile: other.id, client_id: crypto.randomUUID() };
    const answers = await Promise.all([1, 2, 3, 4].map((at) => sent(server(), me, { ...again, text: `${at}` })));
    expect(new Set(answers.map((each) => JSON.stringify(each))).size).toBe(1);
    await confirm(me);
    expect(await sent(server(), me, again)).toMatchObject({ held: false, seq: 1, text: answers[0]?.text });
  });

  test('CH23: no more is held than the balance pays for, even with several tabs', async () => {
    const [me, other] = [await unconfirmed(3), await server().member()];
    const answers = await Promise.all(Array.from({ length: 8 }, () => send(server(), me, { profile: other.id })));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(3);
    for (const { status, body } of answers.filter(({ status }) => status !== 200))
      expect([status, body.error]).toEqual([402, { code: 'not_enough_credits', needed: 1, balance: 0 }]);
  });

  test('CH27: a member who writes to one whose message is still held begins the conversation', async () => {
    const [me, other] = [await unconfirmed(1), await server().member({ credits: 5 })];
    await sent(server(), me, { profile: other.id, text: 'held' });
    await spend(server(), me, 1);
    await confirm(me);
    const conversation = await startChat(server(), other, me.id);
    expect(await ask('/api/messages.php', other, `profile=${(await server().member()).id}`)).toMatchObject({
      free_left: 1,
    });
    expect(texts(await ask('/api/messages.php', me, `conversation=${conversation}`))).toEqual(['Good evening', 'held']);
    const credits = { credits: 1, kind: 'bonus', book: 'bonus', about: null } as const;
    await server().database.inTenant(tenant, (db) =>
      creditAccount(db, { ...credits, tenant, account: me.id, at: server().now() }),
    );
    await confirm(me);
    expect(texts(await ask('/api/messages.php', other, `conversation=${conversation}`))).toEqual([
      'Good evening',
      'held',
    ]);
  });

  test('G5: a message to a member who blocked meanwhile is dropped and not charged', async () => {
    const [me, blocker, other] = [await unconfirmed(), await server().member(), await server().member()];
    await sent(server(), me, { profile: blocker.id });
    await sent(server(), me, { profile: other.id });
    await block(server().database, siteAt(0), blocker.id, me.id);
    await confirm(me);
    expect((await accountOf(server(), me)).credits).toBe(3);
    expect(await ask('/api/chats.php', other)).toMatchObject({ chats: [{ num_unread_messages: 1 }] });
  });

  test('G5: messages left unpaid by a chargeback are delivered in order with the next purchase, and none overtakes them', async () => {
    const [me, one, two] = [await unconfirmed(0), await server().member(), await server().member()];
    const report = async (kind: string, order: Order): Promise<void> =>
      expect((await notify(server(), tenant, noticeOf(order, kind))).status).toBe(204);
    const first = await buy(server(), me, '6');
    await report('paid', first);
    const wrote: string[][] = [[], []];
    for (let at = 0; at < 6; at += 1) {
      await sent(server(), me, { profile: (at % 2 ? two : one).id, text: `${at}` });
      wrote[at % 2]?.push(`${at}`);
    }
    await report('chargeback', first);
    const small = await buy(server(), me, '6');
    await report('paid', small);
    // Still unconfirmed: credits alone deliver nothing.
    expect(await ask('/api/chats.php', one)).toEqual({ chats: [], more: false });
    await spend(server(), me, 4);
    await confirm(me);
    expect([await read(one, me), await read(two, me)]).toEqual([['0'], ['1']]);
    expect((await send(server(), me, { profile: one.id, text: 'late' })).status).toBe(402);
    const heard = recordEvents(server(), one.id);
    await report('paid', await buy(server(), me, '35'));
    // The outbox may hand out what the confirmation has stored at any time.
    const later = heard.filter((event) => event.type === 'message' && event.seq > 1);
    expect(later).toMatchObject([
      { type: 'message', seq: 2 },
      { type: 'message', seq: 3 },
    ]);
    expect((await sent(server(), me, { profile: one.id, text: 'late' })).seq).toBe(4);
    expect([await read(one, me), await read(two, me)]).toEqual([[...(wrote[0] ?? []), 'late'], wrote[1]]);
    const { credits, entries } = await accountOf(server(), me);
    expect([credits, entries.filter(({ about }) => about === one.id || about === two.id).length]).toEqual([30, 7]);
  });

  test('A8: members whose messages to each other are delivered at the same moment do not deadlock', async () => {
    for (let round = 0; round < figure(100, 5); round += 1) {
      const circle = await Promise.all([1, 2, 3].map(() => server().member({ credits: 4 })));
      for (const [at, me] of circle.entries()) {
        const other = circle[(at + 1) % 3];
        const conversation = await startChat(server(), me, other?.id ?? '');
        const held = [me, other].map((sender) => ({ sender: sender?.id ?? '', client_id: crypto.randomUUID() }));
        const rest = { tenant, conversation, text: 'held', at: server().now() };
        await server().database.inTenant(tenant, (db) =>
          db
            .insertInto('held_message')
            .values(held.map((each) => ({ ...each, ...rest })))
            .execute(),
        );
      }
      await Promise.all(circle.map(confirm));
      for (const me of circle) expect((await accountOf(server(), me)).credits).toBe(1);
    }
  });
});
