// The settings of privacy: whether others find the member, and the quick exit.
import { expect, test } from 'vitest';
import { sessionHash } from '../support/members.ts';
import { eachEngine } from '../support/server.ts';
import { recordEvents } from '../support/tabs.ts';

eachEngine('settings of privacy', (server) => {
  const set = (as: { cookie: string }, json: object) => server().call('/api/privacy.php', { method: 'PUT', json, as });
  const read = async (as: { cookie: string }) =>
    (await server().call('/api/account.php', { as })).body['settings'] as Record<string, unknown>;

  test('AC2 AC11 SA2: settings.read and settings.setPrivacy: an invisible member is not found in a search', async () => {
    const member = await server().member({ gender: 'female', name: 'Hidden Fern' });
    const searcher = await server().member({ gender: 'male' });
    const found = async () =>
      (await server().call('/api/members.php', { as: searcher, query: 'gender=any' })).text.includes(member.id);
    expect(await read(member)).toMatchObject({ visible: true, show_to_visitors: false });
    expect(await found()).toBe(true);
    await set(member, { visible: false });
    expect([await found(), await read(member)]).toMatchObject([false, { visible: false, show_to_visitors: false }]);
    await set(member, { visible: true, show_to_visitors: true });
    expect([await found(), await read(member)]).toMatchObject([true, { visible: true, show_to_visitors: true }]);
  });

  test('AC11: settings.setPrivacy turns the quick exit on and off for the account, whose user says so', async () => {
    const member = await server().member();
    const user = async () => ((await server().call('/api/user.php', { as: member })).body as { user: object }).user;
    expect([await read(member), await user()]).toMatchObject([{ quick_exit: false }, { quick_exit: false }]);
    const heard = recordEvents(server(), member.id, Buffer.from(sessionHash(member)).toString('hex'));
    await set(member, { quick_exit: true });
    expect([await read(member), await user()]).toMatchObject([
      { quick_exit: true, visible: true },
      { quick_exit: true },
    ]);
    expect(heard).toEqual([{ type: 'user' }]);
    await set(member, { quick_exit: false });
    expect(await read(member)).toMatchObject({ quick_exit: false });
  });
});
