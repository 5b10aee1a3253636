// Lockout: its scope and duration, and that concurrent attempts do not evade it.
import type * as Argon2 from '@node-rs/argon2';
import { expect, test, vi } from 'vitest';
import { freshIp } from '../support/joining.ts';
import { eachEngine, figure, type TestServer } from '../support/server.ts';

/** One entry for each password that was checked. */
const { checked } = vi.hoisted(() => ({ checked: [] as string[] }));
vi.mock('@node-rs/argon2', async (original) => {
  const argon2 = await original<typeof Argon2>();
  const verify: typeof Argon2.verify = (...given) => argon2.verify(...given).finally(() => checked.push('verified'));
  return { ...argon2, verify };
});

const login = (server: TestServer, email: string, password: string, ip: string) =>
  server.call('/api/user.php', { json: { email, password }, ip });

eachEngine('lockout', (server) => {
  test('AU18 C4: five failures block the account for 1, 5, 15, 60 minutes, for the right password too', async () => {
    server().holdClock();
    const member = await server().member();
    const ip = freshIp();
    for (const minutes of [1, 5, 15, 60, 60]) {
      for (let tries = 0; tries < 5; tries += 1)
        expect((await login(server(), member.email, 'wrong', ip)).status).toBe(422);
      const blocked = await login(server(), member.email, member.password, ip);
      expect(blocked.status).toBe(429);
      expect(blocked.body.error).toEqual({ code: 'account_blocked', minutes, retry_after: minutes * 60 });
      expect(blocked.headers.get('retry-after')).toBe(String(minutes * 60));
      expect((await server().call('/api/user.php', { as: member })).body['user']).not.toBeNull();
      server().advance(minutes * 60 - 1);
      expect((await login(server(), member.email, member.password, ip)).body.error?.code).toBe('account_blocked');
      server().advance(1);
    }
    expect((await login(server(), member.email, member.password, ip)).status).toBe(200);
  });

  test('AU18 C4: a block applies to one /64, and a right password resets the count', async () => {
    const member = await server().member();
    const ip = `2001:db8:7:${crypto.randomUUID().slice(0, 4)}:`;
    const fail = async (times: number) => {
      for (let tries = 0; tries < times; tries += 1)
        expect((await login(server(), member.email, 'wrong', `${ip}:${tries + 1}`)).status).toBe(422);
    };
    await fail(4);
    expect((await login(server(), member.email, member.password, `${ip}:9`)).status).toBe(200);
    await fail(5);
    expect((await login(server(), member.email, member.password, `${ip}:ffff`)).body.error?.code).toBe(
      'account_blocked',
    );
    expect((await login(server(), member.email, member.password, freshIp())).status).toBe(200);
  });

  test('AU18 C4: members behind one address do not lock each other out', async () => {
    const ip = freshIp();
    for (const member of await Promise.all(Array.from({ length: 5 }, () => server().member())))
      for (let tries = 0; tries < 6; tries += 1) await login(server(), member.email, 'wrong', ip);
    const neighbour = await server().member();
    expect((await login(server(), neighbour.email, neighbour.password, ip)).status).toBe(200);
  });

  test('C4: of many concurrent attempts from one address exactly a hundred are checked, then one each 36 s', async () => {
    server().holdClock();
    const ip = freshIp();
    const attempt = (email = `${crypto.randomUUID()}@example.test`, password = 'wrong') =>
      login(server(), email, password, ip);
    checked.length = 0;
    const answers = await Promise.all(Array.from({ length: 130 }, () => attempt()));
    expect(answers.filter(({ status }) => status === 422)).toHaveLength(100);
    expect(checked).toHaveLength(100);
    const slowed = answers.find(({ status }) => status === 429);
    expect(slowed?.body.error).toEqual({ code: 'too_many_requests', retry_after: 36 });
    server().advance(36);
    const member = await server().member();
    expect((await attempt(member.email, member.password)).status).toBe(200);
    expect((await attempt()).status).toBe(422);
    expect((await attempt()).status).toBe(429);
  });

  test('C4: of many concurrent wrong passwords exactly five are checked from one address, fifty from all', async () => {
    for (const [ip, most] of [
      [freshIp(), 5],
      [null, 50],
    ] as const) {
      const member = await server().member();
      checked.length = 0;
      const answers = await Promise.all(
        Array.from({ length: figure(1000, 60) }, () => login(server(), member.email, 'wrong', ip ?? freshIp())),
      );
      expect(answers.filter(({ status }) => status === 422)).toHaveLength(most);
      expect(checked).toHaveLength(most);
      const rest = answers.filter(({ body }) => body.error?.code === 'account_blocked');
      expect(rest).toHaveLength(answers.length - most);
      const minutes = most === 5 ? 1 : 29;
      expect(rest[0]?.body.error).toEqual({ code: 'account_blocked', minutes, retry_after: minutes * 60 });
    }
  });
});
