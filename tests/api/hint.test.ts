// The cookie that tells static pages of a login: it is set and cleared with the session.
import { expect, test } from 'vitest';
import { eachEngine, siteAt } from '../support/server.ts';

eachEngine('hint', (server) => {
  test('C9: the end of a session clears the login hint', async () => {
    const member = await server().member();
    await server().database.inTenant(siteAt(0).id, (db) =>
      db.deleteFrom('session').where('account', '=', member.id).execute(),
    );
    const ask = async (cookie: string) => {
      const { body, cookies } = await server().call('/api/user.php', { headers: { cookie } });
      const hints = cookies.filter((each) => each.startsWith('auth.hint'));
      return [body['user'] !== null, hints.map((each) => each.split(';')[0])];
    };
    // A login in another tab may have set another session meanwhile.
    expect(await ask(`${member.cookie}; auth.hint=1`)).toEqual([false, ['auth.hint=']]);
    expect(await ask('auth.hint=1')).toEqual([false, ['auth.hint=']]);
    expect(await ask(member.cookie)).toEqual([false, []]);
    const other = await server().member();
    expect(await ask(other.cookie)).toEqual([true, ['auth.hint=1']]);
    expect(await ask(`${other.cookie}; auth.hint=1`)).toEqual([true, []]);
  });
});
