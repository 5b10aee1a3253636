// Locks are taken in the order that ARCHITECTURE.md states: what waits for an earlier one holds no later one.
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import type { Db } from '#server/db/index';
import { eraseMember } from '#server/auth/erase-account';
import { startSession } from '#server/auth/sessions';
import { suspendAccount } from '#server/auth/suspension';
import { findOrder } from '#server/payments/orders';
import { deliverHeld } from '#server/modules/chats/held-messages';
import { deleteUnseenFiles } from '#server/modules/chats/unseen-files';
import { decidePhoto } from '#server/modules/photos/moderation';
import { accountOf, startChat } from '../support/chats.ts';
import { mailedToken } from '../support/joining.ts';
import { isWaitedFor } from '../support/locks.ts';
import type { MadeMember } from '../support/members.ts';
import { buy } from '../support/payments.ts';
import { eachEngine, siteAt } from '../support/server.ts';

eachEngine('the order of locks', (server, engine) => {
  const tenant = siteAt(0).id;
  const inTenant = <T>(work: (db: Db) => Promise<T>): Promise<T> => server().database.inTenant(tenant, work);
  const lockProfile = (db: Db, id: string) =>
    sql`select from profile where tenant = ${tenant} and id = ${id} for update`.execute(db);

  /** `second` must be free while `work` waits for `first`. */
  async function waitsHoldingNothing(
    first: (db: Db) => Promise<unknown>,
    work: () => Promise<unknown>,
    second: (db: Db) => Promise<unknown>,
  ): Promise<void> {
    let waiting: Promise<unknown> = Promise.resolve();
    await inTenant(async (db) => {
      await first(db);
      if (engine !== 'postgres') return;
      waiting = work();
      waiting.catch(() => undefined);
      await isWaitedFor(db);
      await second(db);
    });
    // An embedded database runs one transaction at a time.
    if (engine !== 'postgres') await work();
    await waiting;
  }

  const lockConversations = (db: Db, ids: readonly string[]) =>
    sql`select from conversation where tenant = ${tenant} and id = any(${ids}::uuid[]) for no key update nowait`.execute(
      db,
    );

  test('A8: what was kept back waits for a partner who is leaving before it locks the conversation', async () => {
    const [me, other] = [await server().member({ credits: 3 }), await server().member()];
    const conversation = await startChat(server(), me, other.id);
    const held = {
      tenant,
      conversation,
      sender: me.id,
      client_id: crypto.randomUUID(),
      text: 'held',
      at: server().now(),
    };
    await inTenant((db) => db.insertInto('held_message').values(held).execute());
    const deliver = () =>
      inTenant((db) => deliverHeld({ db, tenant, site: siteAt(0), now: server().now, emit: () => undefined }, me.id));
    await waitsHoldingNothing(
      (db) => lockProfile(db, other.id),
      deliver,
      (db) => lockConversations(db, [conversation]),
    );
    expect((await accountOf(server(), me)).credits).toBe(1);
  });

  test('A8: the job that deletes unseen pictures locks conversations by id', async () => {
    const me = await server().member({ credits: 20, paid_user: true });
    const chats: string[] = [];
    for (let n = 0; n < 6; n += 1) chats.push(await startChat(server(), me, (await server().member()).id));
    const [first = '', ...others] = chats.toSorted();
    for (const conversation of [...others.toReversed(), first]) {
      const token = crypto.randomUUID().replaceAll('-', '');
      await inTenant(async (db) => {
        const picture = { tenant, conversation, sender: me.id, token, file: token, at: server().now() };
        await db.insertInto('chat_picture').values(picture).execute();
        await db.updateTable('message').set({ picture: token }).where('conversation', '=', conversation).execute();
        const seen = { one_deleted_to: 1, two_deleted_to: 1 };
        await db.updateTable('conversation').set(seen).where('id', '=', conversation).execute();
      });
    }
    await waitsHoldingNothing(
      (db) => lockConversations(db, [first]),
      () => deleteUnseenFiles(server().database, tenant),
      (db) => lockConversations(db, others),
    );
    const left = await inTenant((db) => db.selectFrom('chat_picture').select('token').execute());
    expect(left).toEqual([]);
  });

  test('A8: what changes a profile waits for a change of the status before it locks the account', async () => {
    const me = await server().member({ photos: [{}, {}] });
    const [, photo] = me.photos;
    const { queue, now } = server().app.services;
    const decision = {
      tenant,
      photo: photo?.id ?? '',
      operator: 'Kim',
      verdict: { action: 'reject', reason: 'revealing' },
      now: now(),
    } as const;
    const works = {
      section: () =>
        server().call('/api/profile.php', {
          method: 'PATCH',
          json: { section: 'details', hair_colour: 'red' },
          as: me,
        }),
      photos: () => server().call('/api/main-photo.php', { method: 'PUT', json: { id: photo?.id }, as: me }),
      decision: () => inTenant((db) => decidePhoto(db, queue, decision)).then(() => ({ status: 200 })),
    };
    for (const [name, work] of Object.entries(works)) {
      let answer: { status: number } = { status: 0 };
      await waitsHoldingNothing(
        (db) => lockProfile(db, me.id),
        async () => (answer = await work()),
        (db) =>
          sql`select from account where tenant = ${tenant} and id = ${me.id} for no key update nowait`.execute(db),
      );
      expect([name, answer.status]).toEqual([name, 200]);
    }
  });

  const NEW = 'purple lanterns over water';
  const call = (path: string, method: string, json: object, as: MadeMember | null = null) =>
    server().call(`/api/${path}.php`, { method, json, as });
  const linkTo = async (email: string, asked: Promise<{ status: number }>): Promise<string> => {
    expect((await asked).status).toBeLessThan(300);
    return mailedToken(server(), email);
  };
  const fresh = () => `${crypto.randomUUID()}@example.test`;
  const askChange = (me: MadeMember, email = fresh()) => call('email', 'PUT', { email, password: me.password }, me);
  const leave = (me: MadeMember) =>
    call('account', 'DELETE', { password: me.password, reason: 'other', remarks: '' }, me);
  const ok = { status: 200 };

  test('A8: a member who leaves waits for a report about a payment before the account is locked', async () => {
    const me = await server().member({ country: 'NL' });
    const order = await buy(server(), me, '15');
    await inTenant((db) => db.updateTable('payment').set({ keeps_card: true }).where('id', '=', order.id).execute());
    let answer: { status: number } = { status: 0 };
    await waitsHoldingNothing(
      (db) => findOrder(db, tenant, order.id),
      async () => (answer = await leave(me)),
      (db) => sql`select from account where tenant = ${tenant} and id = ${me.id} for no key update nowait`.execute(db),
    );
    expect(answer.status).toBe(200);
  });

  /** What each needs is made first; the work itself comes after. */
  const ENDING: Record<string, (me: MadeMember) => Promise<() => Promise<{ status: number }>>> = {
    login: async (me) => () => call('user', 'POST', { email: me.email, password: me.password }),
    'login by mail': async (me) => {
      const token = await linkTo(me.email, call('login-mail', 'POST', { email: me.email }));
      return () => call('login-mail-do', 'POST', { token });
    },
    'new password by a link': async (me) => {
      const token = await linkTo(me.email, call('password-reset', 'POST', { email: me.email }));
      return () => call('password-reset-do', 'POST', { token, password: NEW, password_again: NEW });
    },
    'new password in the settings': async (me) => () =>
      call('password', 'PUT', { old: me.password, password: NEW, password_again: NEW }, me),
    'change of address': async (me) => () => askChange(me),
    'confirmed address': async (me) => {
      const email = fresh();
      const token = await linkTo(email, askChange(me, email));
      return () => call('email-confirm', 'POST', { token });
    },
    'undone change of address': async (me) => {
      const token = await linkTo(me.email, askChange(me));
      return () => call('email-confirm', 'POST', { token });
    },
    'cancelled change of address': async (me) => {
      await askChange(me);
      return () => call('email', 'DELETE', {}, me);
    },
    deletion: async (me) => () => leave(me),
    'return from a deletion': async (me) => {
      const token = await linkTo(me.email, leave(me));
      // As a login that was let in beside the deletion.
      await inTenant((db) => startSession(db, tenant, me.id, server().now(), ''));
      return () => call('account-reactivate', 'POST', { token });
    },
    suspension: async (me) => async () => {
      const suspension = { tenant, account: me.id, until: null, rule: 'scam', now: server().now() } as const;
      await inTenant((db) => suspendAccount(db, suspension));
      return ok;
    },
    erasure: async (me) => async () => {
      await inTenant((db) => eraseMember(db, tenant, me.id));
      return ok;
    },
  };
  test.each(Object.entries(ENDING))('A8: a %s locks sessions before profile, account and links', async (_, make) => {
    const me = await server().member();
    const work = await make(me);
    let answer: { status: number } = { status: 0 };
    await waitsHoldingNothing(
      (db) => sql`select from session where tenant = ${tenant} and account = ${me.id} for update`.execute(db),
      async () => (answer = await work()),
      async (db) => {
        for (const [table, column] of [
          ['profile', 'id'],
          ['account', 'id'],
          ['mail_token', 'account'],
        ] as const)
          await sql`select from ${sql.table(table)} where tenant = ${tenant} and ${sql.ref(column)} = ${me.id}
            for no key update nowait`.execute(db);
      },
    );
    expect(answer.status).toBeLessThan(300);
  });
});
