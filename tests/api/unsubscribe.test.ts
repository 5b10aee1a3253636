// What the unsubscribe link of a mail ends: every type that the mail has told, and of an older mail its one type.
import { expect, test } from 'vitest';
import { notificationTypes, type NotificationType } from '#contract/notifications';
import { signToken } from '#server/auth/signed-token';
import { unsubscribeToken } from '#server/mail/notifications/unsubscribe-token';
import { sent } from '../support/chats.ts';
import type { MadeMember } from '../support/members.ts';
import { like, pair, sweepNews, tokenOf } from '../support/notifications.ts';
import { eachEngine, siteAt } from '../support/server.ts';

const tenant = siteAt(0).id;

eachEngine('unsubscribing', (server) => {
  /** The types that were on and are off after the call. */
  async function endedBy(me: MadeMember, call: () => Promise<{ status: number }>, status: number): Promise<string[]> {
    for (const type of notificationTypes)
      await server().call('/api/notifications.php', { method: 'PUT', json: { type, wanted: true }, as: me });
    expect((await call()).status).toBe(status);
    const { types } = (await server().call('/api/notifications.php', { as: me })).body as {
      types: Record<string, boolean>;
    };
    return Object.keys(types).filter((type) => !types[type]);
  }
  const oneClick = (token: string) => () =>
    server().call('/api/one-click.php', { query: `token=${token}`, body: 'List-Unsubscribe=One-Click' });
  const page = (token: string) => () => server().call('/api/unsubscribe.php', { json: { token } });

  test('AC20 AC7: the link of a mail that tells several types ends all of them, which the mail names', async () => {
    const { me, other } = await pair(server());
    await sent(server(), other, { profile: me.id });
    await like(server(), other, me.id);
    server().advance(15 * 60);
    const [mail, ...more] = await sweepNews(server(), me.email);
    expect(more).toEqual([]);
    for (const part of [mail?.text, mail?.html]) expect(part).toContain('settings: New conversations and Likes.');
    expect(await endedBy(me, oneClick(tokenOf(mail)), 204)).toEqual(['new_conversations', 'like']);
    expect(await endedBy(me, page(tokenOf(mail)), 200)).toEqual(['new_conversations', 'like']);
  });

  test('AC20: any set of types is ended, and nothing else; a link of an older mail ends its one type', async () => {
    const me = await server().member();
    const sets: NotificationType[][] = [
      ...notificationTypes.map((type) => [type]),
      [...notificationTypes],
      ['new_messages', 'saved_searches'],
    ];
    const made = await server().database.inTenant(tenant, (db) =>
      Promise.all(sets.map((types) => unsubscribeToken(db, tenant, { account: me.id, types }))),
    );
    for (const [at, token] of made.entries()) expect(await endedBy(me, page(token), 200)).toEqual(sets[at]);
    const older = await server().database.inTenant(tenant, (db) =>
      Promise.all(notificationTypes.map((_, number) => signToken(db, tenant, 'unsubscribe', { id: me.id, number }))),
    );
    for (const [at, token] of older.entries()) {
      expect(token).toMatch(/^[\w-]{66}$/);
      expect(await endedBy(me, oneClick(token), 204)).toEqual([notificationTypes[at]]);
    }
  });

  test('AC20 C8: a signed link that names no type ends nothing', async () => {
    const me = await server().member();
    const wrong = await server().database.inTenant(tenant, (db) =>
      Promise.all(
        [notificationTypes.length, 255, 256, 0x8000].map((number) =>
          signToken(db, tenant, 'unsubscribe', { id: me.id, number }),
        ),
      ),
    );
    for (const token of wrong) expect(await endedBy(me, page(token), 410)).toEqual([]);
  });
});
