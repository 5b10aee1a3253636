// Several session cookies in one request: the live one counts, the others are cleared, and a planted one logs no one
// in.
import { expect, test } from 'vitest';
import { photoAddress } from '#server/media/serve-photos';
import { photoFile } from '#server/modules/photos/photo-access';
import { hashToken } from '#server/auth/sessions';
import { eachEngine, siteAt, startTestServer, type CallAnswer, usualDatabase } from '../support/server.ts';

const OLD = `auth.session=${'x'.repeat(43)}`;
const userOf = ({ body }: CallAnswer): unknown => (body['user'] as { id: string } | null)?.id;
/** The domain and path of each cleared cookie, which identify it in a browser. */
const placesOf = ({ cookies }: CallAnswer): string[] =>
  cookies
    .filter((each) => each.startsWith('auth.session=;') && each.includes('Max-Age=0'))
    .map((each) => `${/; Domain=([^;]+)/.exec(each)?.[1] ?? 'host only'} ${/; Path=([^;]+)/.exec(each)?.[1]}`);

eachEngine('several session cookies', (server) => {
  test('C9: the live one counts in any position, and the others are cleared', async () => {
    const member = await server().member();
    for (const cookie of [
      `${member.cookie}; ${OLD}`,
      `${OLD}; ${member.cookie}`,
      `${OLD}; auth.session=; ${member.cookie}`,
    ]) {
      const answer = await server().call('/api/user.php', { as: { cookie } });
      expect([answer.status, userOf(answer)]).toEqual([200, member.id]);
      const host = `${siteAt(0).folder}.localhost`;
      for (const place of ['host only /api', `${host} /`, `${host} /api`, `${host} /api/user.php`])
        expect(placesOf(answer)).toContain(place);
      // The path and domain of the real cookie.
      expect(placesOf(answer)).not.toContain('host only /');
    }
  });

  test('C9: one cookie sent twice is one, and clears nothing', async () => {
    const member = await server().member();
    const answer = await server().call('/api/user.php', { as: { cookie: `${member.cookie}; ${member.cookie}` } });
    expect([userOf(answer), placesOf(answer)]).toEqual([member.id, []]);
  });

  test('C9: a path that is no call’s is never written into a cookie', async () => {
    const member = await server().member();
    for (const path of ['/api/%0d%0aset-cookie', '/api/x;%20Domain=bad.example', '/api/ü']) {
      const answer = await server().call(path, { as: { cookie: `${member.cookie}; ${OLD}` } });
      expect([path, answer.status, placesOf(answer)]).toEqual([path, 404, []]);
    }
  });

  test('C9: two dead ones mean no session', async () => {
    const cookie = `${OLD}; auth.session=${'y'.repeat(43)}`;
    const answer = await server().call('/api/user.php', { as: { cookie } });
    expect([answer.status, userOf(answer)]).toEqual([200, undefined]);
    expect(placesOf(answer)).not.toEqual([]);
    const refused = await server().call('/api/chats.php', { as: { cookie } });
    expect([refused.status, refused.body.error?.code]).toEqual([403, 'authentication_required']);
    expect(placesOf(refused)).not.toEqual([]);
  });

  test('C9: login, logout, signup and complaints work with two', async () => {
    const member = await server().member();
    const json = { email: member.email, password: member.password };
    const login = await server().call('/api/user.php', { json, as: { cookie: `${OLD}; ${member.cookie}` } });
    expect([login.status, login.cookies[0]]).toEqual([
      200,
      expect.stringMatching(/^auth\.session=[\w-]{43}; Path=\/;/),
    ]);
    expect(userOf(await server().call('/api/user.php', { as: member }))).toBeUndefined();
    const fresh = login.cookies[0]?.split(';')[0] ?? '';
    const logout = await server().call('/api/logout.php', { as: { cookie: `${OLD}; ${fresh}` } });
    expect(logout.status).toBe(204);
    expect(userOf(await server().call('/api/user.php', { as: { cookie: fresh } }))).toBeUndefined();
    const complaint = await server().call('/api/complaint.php', {
      json: { email: '', subject: 'else', text: 'Two cookies.' },
      as: { cookie: `${OLD}; auth.session=${'y'.repeat(43)}` },
    });
    expect(complaint.status).toBe(200);
  });

  test('C9: of two live ones for different accounts none counts, since one of them was planted', async () => {
    const [victim, attacker] = [await server().member(), await server().member()];
    for (const cookie of [`${attacker.cookie}; ${victim.cookie}`, `${victim.cookie}; ${attacker.cookie}`]) {
      const answer = await server().call('/api/user.php', { as: { cookie } });
      expect([answer.status, userOf(answer)]).toEqual([200, undefined]);
      expect(placesOf(answer)).toContain(`${siteAt(0).folder}.localhost /`);
    }
    // Both sessions stay alive: the next request carries only the one that the server set.
    expect(userOf(await server().call('/api/user.php', { as: victim }))).toBe(victim.id);
  });

  test('C9: at most four are checked', async () => {
    const member = await server().member();
    const dead = (count: number): string =>
      Array.from({ length: count }, (_, at) => `auth.session=${String(at).repeat(43)}`).join('; ');
    expect(userOf(await server().call('/api/user.php', { as: { cookie: `${dead(3)}; ${member.cookie}` } }))).toBe(
      member.id,
    );
    expect(
      userOf(await server().call('/api/user.php', { as: { cookie: `${dead(4)}; ${member.cookie}` } })),
    ).toBeUndefined();
  });

  test('C9 E1: a private picture is served with two', async () => {
    const owner = await server().member({ photos: [{ private: true }] });
    const hashes = ['x'.repeat(43), owner.cookie.split('=')[1] ?? ''].map(hashToken);
    const { body } = await server().call('/api/photos.php', { as: owner });
    const { match } = (body['photos'] as { match: string }[])[0] ?? { match: '' };
    const { token = '', key = null } = photoAddress(`/media/${match}`) ?? {};
    expect(await photoFile(server().database, siteAt(0).id, token, hashes, server().now(), { key })).toEqual({
      file: 'p001',
      isPrivate: true,
    });
  });
});

test('AU12 C9: over https the cookie keeps its name and is marked secure', async () => {
  const server = await startTestServer(await usualDatabase(), {}, { TRUST_PROXY: '1' });
  const headers = { 'x-forwarded-proto': 'https' };
  const member = await server.member();
  const json = { email: member.email, password: member.password };
  const login = await server.call('/api/user.php', { json, headers });
  expect(login.cookies[0]).toMatch(
    /^auth\.session=[\w-]{43}; Path=\/; Max-Age=2592000; SameSite=Lax; Secure; HttpOnly$/,
  );
  const own = login.cookies[0]?.split(';')[0] ?? '';
  const logout = await server.call('/api/logout.php', { as: { cookie: own }, headers });
  expect(logout.cookies[0]).toMatch(/^auth\.session=; Path=\/; Max-Age=0; SameSite=Lax; Secure; HttpOnly$/);
  await server.close();
});
