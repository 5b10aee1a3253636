// A login in a browser with a session: the old session ends, and its tabs learn whether the same member logged in.
import { expect, test } from 'vitest';
import { eachEngine } from '../support/server.ts';
import { openConnection, overHttp, type Stream, until } from '../support/tabs.ts';

eachEngine('replaced session', (server) => {
  const http = overHttp(server);
  const open = (cookie: string): Promise<Stream> => openConnection(http(), { cookie });
  const logIn = ({ email, password }: { email: string; password: string }, as: { cookie: string }) =>
    server().call('/api/user.php', { as, json: { email, password } });

  test('AU3 AU9: auth.login of the same member tells the tabs of the old session that they logged in again', async () => {
    const member = await server().member();
    const tab = await open(member.cookie);
    await until(() => tab.lastId() !== '');
    expect((await logIn(member, member)).status).toBe(200);
    await tab.ended;
    expect(tab.text()).toContain('data: {"type":"logout","again":true}');
    expect((await server().call('/api/members.php', { as: member })).status).toBe(403);
  });

  test('AU3 AU9: auth.login of another member tells the tabs of the old session that it has ended', async () => {
    const [member, other] = [await server().member(), await server().member()];
    const tab = await open(member.cookie);
    await until(() => tab.lastId() !== '');
    expect((await logIn(other, member)).status).toBe(200);
    await tab.ended;
    expect(tab.text()).toContain('data: {"type":"logout"}');
  });
});
