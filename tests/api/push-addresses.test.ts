// Where a push may go: to the browsers' services at public addresses, also where a subscription, a name or a redirect says otherwise.
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { afterAll, expect, onTestFinished, test } from 'vitest';
import { isPushService } from '#domain/push';
import { isPublicAddress, postToPushService, type Resolve } from '#server/push/dial';
import { pushJob } from '#server/push/send';
import { inwardAddresses } from '../support/inward-addresses.ts';
import { sessionHash } from '../support/members.ts';
import { startPushService } from '../support/push-service.ts';
import { eachEngine, siteAt } from '../support/server.ts';

const service = await startPushService();
afterAll(() => service.close());
const tenant = siteAt(0).id;

/** A server on loopback that counts who connects. */
async function startCanary(answer: RequestListener = (_, response) => response.end()) {
  const sockets: Socket[] = [];
  const canary = createServer(answer).on('connection', (socket: Socket) => void sockets.push(socket));
  await new Promise<void>((resolve) => canary.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void canary.close());
  return { sockets, port: (canary.address() as AddressInfo).port };
}

const post = { headers: {}, body: new Uint8Array(), timeoutMs: 2000 };
/** A name that leads to these addresses, one after the other, as that of an attacker does. */
const resolving =
  (...answers: string[]): Resolve =>
  (_, __, done) => {
    const address = answers.length > 1 ? answers.shift() : answers[0];
    done(null, [{ address: address ?? '', family: address?.includes(':') ? 6 : 4 }]);
  };

eachEngine(
  'where pushes go',
  (server) => {
    test('F5: none of 200 addresses that lead inward is stored, or dialled where one stands in the table', async () => {
      const { sockets, port } = await startCanary();
      const addresses = inwardAddresses(port);
      expect(addresses.length).toBeGreaterThanOrEqual(200);
      expect(addresses.filter((address) => isPushService(address, service.origin))).toEqual([]);
      const me = await server().member();
      const liker = await server().member();
      const { keys, endpoint: good } = service.browser().subscription;
      const subscribe = (endpoint: string) =>
        server().call('/api/user.php?push=1', { as: me, json: { endpoint, keys } });
      for (const endpoint of addresses) expect([endpoint, (await subscribe(endpoint)).status]).toEqual([endpoint, 422]);
      server().advance(1);
      await server().database.inTenant(tenant, (db) =>
        db.insertInto('member_like').values({ tenant, liker: liker.id, liked: me.id, at: server().now() }).execute(),
      );
      for (const endpoint of addresses.slice(0, 20)) {
        await subscribe(good);
        await server().database.inTenant(tenant, (db) =>
          db
            .updateTable('push_subscription')
            .set({ endpoint, pushed_at: new Date(0), claimed_until: null })
            .where('session', '=', sessionHash(me))
            .execute(),
        );
        await pushJob.run(server().app.services, { tenant, account: me.id });
        expect((await server().call('/api/push.php', { as: me })).body).toEqual({ details: null });
      }
      expect(sockets).toEqual([]);
    });
  },
  {},
  { PUSH_ORIGIN: service.origin },
);

test('F5: a name of a push service that leads inward is not dialled, also when it led outward before', async () => {
  const { sockets, port } = await startCanary();
  const inward = [
    ...['127.0.0.1', '10.1.2.3', '169.254.169.254', '172.20.0.1', '192.168.1.1', '100.64.3.2', '0.0.0.0', '224.0.0.1'],
    ...[
      '::1',
      '::',
      '::ffff:127.0.0.1',
      '::ffff:a00:1',
      'fe80::1',
      'fd00::1',
      '64:ff9b::7f00:1',
      '2002:7f00:1::1',
      'ff02::1',
    ],
  ];
  for (const address of inward) {
    expect([address, isPublicAddress({ address, family: address.includes(':') ? 6 : 4 })]).toEqual([address, false]);
    const endpoint = `http://fcm.googleapis.com:${port}/a`;
    await expect(postToPushService(endpoint, post, null, resolving(address))).rejects.toThrow('public internet');
  }
  for (const address of ['142.250.1.1', '17.57.1.1', '2a00:1450:4001::5f', '2620:149:a44::1'])
    expect([address, isPublicAddress({ address, family: address.includes(':') ? 6 : 4 })]).toEqual([address, true]);
  // Rebinding: every connection looks again.
  const rebound = resolving('203.0.113.9', '127.0.0.1');
  for (let times = 0; times < 2; times += 1)
    await expect(postToPushService(`http://fcm.googleapis.com:${port}/a`, post, null, rebound)).rejects.toThrow();
  expect(sockets).toEqual([]);
});

test('F5: a redirect is not followed', async () => {
  const canary = await startCanary();
  const { port } = await startCanary((_, response) =>
    response.writeHead(302, { location: `http://127.0.0.1:${canary.port}/` }).end(),
  );
  const origin = `http://127.0.0.1:${port}`;
  expect(await postToPushService(`${origin}/a`, post, origin)).toBe(302);
  expect(canary.sockets).toEqual([]);
});
