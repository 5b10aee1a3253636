// Operations beside the calls: limits, the log, the mail server, jobs, health, the OpenAPI document.
import { type AddressInfo, createServer } from 'node:net';
import { beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { deleteExpired } from '#server/db/delete-expired';
import { openMailer } from '#server/mail/index';
import { limitKey } from '#server/http/client-address';
import { openApi } from '#server/http/openapi';
import { contractCalls } from '../support/calls.ts';
import { freshFolder } from '../support/processes.ts';
import { startPostgres } from '../support/postgres.ts';
import { eachEngine, siteAt, startTestServer } from '../support/server.ts';
import { eventually, within } from '../support/eventually.ts';

eachEngine('upkeep', (server) => {
  test('E9: the log contains no address, token, query or body', async () => {
    const member = await server().member({ email: 'canary-mail@example.test', name: 'Canary Name' });
    await server().call('/api/user.php', {
      json: { email: 'canary-mail@example.test', password: 'canary-password' },
      headers: { 'user-agent': 'canary-agent' },
    });
    await server().call('/api/members.php', { as: member, query: 'min_age=canary-query' });
    await server().call('/api/canary-path.php?canary=1', { as: member });
    await server().call('/api/user.php', { as: member, method: 'PUT', json: { language: 'canary' } });
    server().app.services.log.info({ email: 'canary', body: { token: 'canary' } }, 'anything');
    const log = server().logged.join('');
    expect(log).not.toMatch(/canary/i);
    expect(log).not.toContain(member.cookie.split('=')[1]);
    expect(log).toMatch(/"route":"members.search","status":422,"ms":[\d.]+,"tenant":1/);
  });

  test('jobs: the purge deletes expired rows, of its tenant only', async () => {
    const [here, there] = [await server().member(), await server().member({}, siteAt(1))];
    const old = new Date(server().now().getTime() - 90_000_000);
    for (const [site, { id }] of [
      [siteAt(0), here],
      [siteAt(1), there],
    ] as const) {
      await server().database.inTenant(site.id, async (db) => {
        await db.updateTable('session').set({ expires_at: old }).where('account', '=', id).execute();
      });
    }
    await deleteExpired(server().database, siteAt(0).id, server().now());
    const left = (site: { id: number }, account: string) =>
      server().database.inTenant(site.id, async (db) => [
        (await db.selectFrom('session').select('account').where('account', '=', account).execute()).length,
      ]);
    expect(await left(siteAt(0), here.id)).toEqual([0]);
    expect(await left(siteAt(1), there.id)).toEqual([1]);
  });

  test('jobs: complaints are deleted after two years, as the privacy page says', async () => {
    const tenant = siteAt(0).id;
    const dayMs = 86_400_000;
    const came = [730, 728].map((days) => new Date(server().now().getTime() - days * dayMs));
    await server().database.inTenant(tenant, (db) =>
      db
        .insertInto('complaint')
        .values(
          came.map((at, each) => ({
            tenant,
            id: crypto.randomUUID(),
            hash: Buffer.from([each]),
            account: null,
            email: 'old-complaint@example.test',
            language: 'en',
            subject: 'other',
            text: `${each}`,
            at,
          })),
        )
        .execute(),
    );
    await deleteExpired(server().database, tenant, server().now());
    const left = await server().database.inTenant(tenant, (db) =>
      db.selectFrom('complaint').select('text').where('email', '=', 'old-complaint@example.test').execute(),
    );
    expect(left).toEqual([{ text: '1' }]);
  });

  test('health: alive and ready', async () => {
    for (const path of ['/livez', '/readyz'])
      expect((await server().call(path, { host: '10.0.0.1:80' })).status).toBe(200);
  });
});

eachEngine(
  'rate limits',
  (server) => {
    beforeAll(() => server().holdClock());

    test('I4: exactly the limit passes, then 429 with Retry-After; each caller and niche has its own', async () => {
      const many = (ip: string, site = siteAt(0)) =>
        Promise.all(Array.from({ length: 150 }, () => server().call('/api/settings.php', { ip, site })));
      const answers = await many('192.0.2.50');
      const refused = answers.filter(({ status }) => status === 429);
      expect(answers.filter(({ status }) => status === 200)).toHaveLength(120);
      expect(refused[0]?.body.error).toEqual({ code: 'too_many_requests', retry_after: 1 });
      expect(refused[0]?.headers.get('retry-after')).toBe('1');
      expect((await server().call('/api/settings.php', { ip: '192.0.2.51' })).status).toBe(200);
      expect((await server().call('/api/settings.php', { ip: '192.0.2.50', site: siteAt(1) })).status).toBe(200);
      expect(
        (await server().call('/api/settings.php', { ip: '192.0.2.50', headers: { 'x-forwarded-for': '203.0.113.9' } }))
          .status,
      ).toBe(429);
      server().advance(60);
      expect((await server().call('/api/settings.php', { ip: '192.0.2.50' })).status).toBe(200);
    });

    test('I4: a member is counted by account, from any address', async () => {
      const member = await server().member();
      const answers = await Promise.all(
        Array.from({ length: 150 }, (_, each) =>
          server().call('/api/member.php', { as: member, query: `id=${member.id}`, ip: `203.0.113.${each}` }),
        ),
      );
      expect(answers.filter(({ status }) => status === 200)).toHaveLength(120);
    });
  },
  {},
  { RATE_LIMITS: '1' },
);

describe('addresses', () => {
  test('I4: IPv6 counts by its /64, mapped IPv4 as IPv4', () => {
    expect(limitKey('2001:db8:1:2:3:4:5:6')).toBe('2001:db8:1:2');
    expect(limitKey('2001:db8:1:2::9')).toBe('2001:db8:1:2');
    expect(limitKey('2001:db8::9')).toBe('2001:db8:0:0');
    expect(limitKey('::1')).toBe('0:0:0:0');
    for (const mapped of ['::ffff:5.5.5.5', '::ffff:505:505', '::FFFF:0505:505', '0:0:0:0:0:ffff:5.5.5.5'])
      expect(limitKey(mapped)).toBe('5.5.5.5');
    expect(limitKey('::ffff:0:505:505')).toBe('0:0:0:0');
  });
});

describe('a mail server', () => {
  test('E9 H6: an unreachable or refusing server is logged by its codes only', async () => {
    const mail = {
      from: { name: 'Site', address: 'help@example.test' },
      to: 'canary@example.test',
      subject: 'Hello',
      text: 'Hello',
    };
    await expect(openMailer('smtp://127.0.0.1:1', freshFolder(), () => new Date()).send(mail)).rejects.toThrow(
      /^The mail server did not take a mail: ESOCKET$/,
    );
    const refusing = createServer((socket) => {
      socket.write('220 here\r\n');
      socket.on('data', (line) =>
        socket.write(/^EHLO/.test(String(line)) ? '250 here\r\n' : `550 5.1.1 no ${mail.to}\r\n`),
      );
    });
    await new Promise<void>((resolve) => refusing.listen(0, '127.0.0.1', resolve));
    const { port } = refusing.address() as AddressInfo;
    await expect(openMailer(`smtp://127.0.0.1:${port}`, freshFolder(), () => new Date()).send(mail)).rejects.toThrow(
      /^The mail server did not take a mail: EENVELOPE 550$/,
    );
    refusing.close();
  });
});

describe('health', () => {
  test('H5: without its database the process lives, is not ready within 2 s, answers 503, and recovers', async () => {
    const cluster = await startPostgres();
    onTestFinished(() => cluster.stop());
    const server = await startTestServer({ kind: 'postgres', url: cluster.url });
    const member = await server.member();
    cluster.halt();
    expect((await within(2000, server.call('/readyz'))).status).toBe(503);
    expect((await server.call('/livez')).status).toBe(200);
    expect((await server.call('/api/settings.php')).status).toBe(200);
    const away = await server.call('/api/user.php', { as: member });
    expect([away.status, away.body.error?.code, away.headers.get('retry-after')]).toEqual([503, 'unavailable', '5']);
    await cluster.run();
    await eventually(async () =>
      expect((await server.call('/api/user.php', { as: member })).text).toContain(member.id),
    );
    await eventually(async () => expect((await server.call('/readyz')).status).toBe(200));
    await server.close();
  });
});

describe('openapi', () => {
  test('every call of the contract is described', () => {
    const { paths } = openApi('1.0.0') as { paths: Record<string, Record<string, { operationId: string }>> };
    const described = Object.values(paths).flatMap((methods) =>
      Object.values(methods).map(({ operationId }) => operationId),
    );
    expect(described.sort()).toEqual([...contractCalls.map(({ name }) => name), 'events.open'].sort());
    const asksForKey = (path: string, method: string): boolean =>
      JSON.stringify(paths[path]?.[method]).includes('Idempotency-Key');
    expect([asksForKey('/api/message.php', 'post'), asksForKey('/api/typing.php', 'post')]).toEqual([true, false]);
  });
});
