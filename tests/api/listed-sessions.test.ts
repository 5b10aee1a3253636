// The logins of a member, as the settings list them.
import { expect, test } from 'vitest';
import { cookieIn } from '../support/joining.ts';
import { sessionHash } from '../support/members.ts';
import { eachEngine } from '../support/server.ts';

const HOUR = 3600;

eachEngine('listed sessions', (server) => {
  const sessionsOf = async (as: { cookie: string }) =>
    (await server().call('/api/sessions.php', { as })).body['sessions'] as object[];
  const idOf = (as: { cookie: string }) => Buffer.from(sessionHash(as)).toString('hex');

  test('AC22: a login is listed with its browser, system and country, and when it began and was last seen', async () => {
    server().holdClock();
    const member = await server().member();
    const logInFrom = (agent: string, ip: string) =>
      server().call('/api/user.php', {
        json: { email: member.email, password: member.password },
        headers: { 'user-agent': agent },
        ip,
      });
    const began = server().now().toISOString();
    const agent = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0';
    const phone = await logInFrom(agent, '194.109.6.66');
    server().advance(HOUR);
    await logInFrom('', '10.1.2.3');
    const as = cookieIn(phone);
    await server().call('/api/user.php', { as });
    const later = server().now().toISOString();
    const [own, ...others] = await sessionsOf(as);
    expect(own).toEqual({
      ...{ id: idOf(as), browser: 'Firefox', system: 'Linux', country: 'NL', current: true },
      ...{ created_at: began, seen_at: later },
    });
    expect(others).toHaveLength(2);
    expect(others).toContainEqual(
      expect.objectContaining({ browser: null, system: null, country: null, created_at: later, current: false }),
    );
  });
});
