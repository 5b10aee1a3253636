// Photos whose bytes arrive slowly, stop, or come at the same time: what is refused before it is read, and what is kept.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, onTestFinished, test, vi } from 'vitest';
import type { OwnPhotos } from '#contract/photos';
import { photoCleanup } from '#server/media/stray-photos';
import { eventually } from '../support/eventually.ts';
import type { MadeMember } from '../support/members.ts';
import * as pictures from '../support/pictures.ts';
import { type CallAnswer, eachEngine, siteAt, type TestServer } from '../support/server.ts';

const tenant = siteAt(0).id;
const dataDir = mkdtempSync(join(tmpdir(), 'matchloom-photos-'));
afterAll(() => rmSync(dataDir, { recursive: true, force: true }));
const picture = new Uint8Array(await pictures.plainJpeg());

/** A picture of which bytes arrive when the test says so. */
function slowPicture(): {
  body: ReadableStream<Uint8Array>;
  wasRead(): boolean;
  send(bytes: number): void;
  end(): void;
} {
  let sent = 0;
  let wasRead = false;
  let out: ReadableStreamDefaultController<Uint8Array> | undefined;
  const body = new ReadableStream<Uint8Array>(
    {
      start: (controller) => void (out = controller),
      pull: () => void (wasRead = true),
    },
    { highWaterMark: 0 },
  );
  const send = (bytes: number): void => {
    out?.enqueue(picture.subarray(sent, sent + bytes));
    sent += bytes;
  };
  const end = (): void => {
    send(picture.byteLength - sent);
    out?.close();
  };
  return { body, wasRead: () => wasRead, send, end };
}

eachEngine(
  'arriving photos',
  (server) => {
    const upload = (
      as: MadeMember,
      body: BodyInit = picture,
      key: string = crypto.randomUUID(),
      ip = '192.0.2.1',
    ): Promise<CallAnswer> =>
      server().call('/api/photo.php', {
        ...{ as, body, ip },
        headers: {
          'content-type': 'image/jpeg',
          'content-length': String(picture.byteLength),
          'idempotency-key': key,
        },
      });
    const begin = async (as: MadeMember, key?: string, ip?: string) => {
      const slow = slowPicture();
      const answer = upload(as, slow.body, key, ip);
      await eventually(() => expect(slow.wasRead()).toBe(true));
      return { ...slow, answer };
    };
    const photosOf = async (as: MadeMember): Promise<number> =>
      ((await server().call('/api/photos.php', { as })).body as unknown as OwnPhotos).photos.length;
    const claims = (running: TestServer): Promise<unknown[]> =>
      running.database.inTenant(tenant, (db) => db.selectFrom('stray_photo').select('file').execute());

    test('PH1 PR4: a place is claimed before a byte is read, two at once; other members are not held up', async () => {
      const [me, other] = [await server().member({ paid_user: true }), await server().member()];
      const [one, two] = [await begin(me), await begin(me)];
      const third = slowPicture();
      const refused = await upload(me, third.body);
      expect([refused.status, refused.body.error?.code, refused.headers.get('retry-after')]).toEqual([
        429,
        'too_many_requests',
        '5',
      ]);
      expect(third.wasRead()).toBe(false);
      expect((await upload(other)).status).toBe(200);
      for (const { end } of [one, two]) end();
      expect([(await one.answer).status, (await two.answer).status, await photosOf(me)]).toEqual([200, 200, 2]);
      expect((await upload(me)).status).toBe(200);
      expect(await claims(server())).toEqual([]);
    });

    test('PH1 PR4: a free member with two photos and one on its way is refused a fourth before it is read', async () => {
      const me = await server().member();
      await upload(me);
      await upload(me);
      const last = await begin(me);
      const fourth = slowPicture();
      expect([(await upload(me, fourth.body)).body.error?.code, fourth.wasRead()]).toEqual(['photo_premium', false]);
      last.end();
      expect((await last.answer).status).toBe(200);
    });

    test('A5 PR4: after a lost connection the same photo, sent again, takes the place of the first try', async () => {
      const me = await server().member();
      await upload(me);
      await upload(me);
      const key = crypto.randomUUID();
      const lost = await begin(me, key);
      server().advance(1);
      const again = await upload(me, picture, key);
      expect(again.status).toBe(200);
      lost.end();
      const late = await lost.answer;
      expect([late.status, late.text, await photosOf(me)]).toEqual([200, again.text, 3]);
    });

    test('PR4: a photo that takes minutes keeps its place as long as it goes on', async () => {
      const me = await server().member();
      const slow = await begin(me);
      for (let part = 0; part < 6; part += 1) {
        const before = await claims(server());
        server().advance(45);
        slow.send(100);
        await eventually(async () => expect(await age(server(), me)).toBeLessThan(10_000));
        await photoCleanup.run(server().app.services, { tenant });
        expect(await claims(server())).toEqual(before);
      }
      slow.end();
      expect([(await slow.answer).status, await photosOf(me)]).toEqual([200, 1]);
    });

    test('PR4: six uploads of an address at once, which owns a /64; a seventh is refused unread, and others are not', async () => {
      const members = await Promise.all(Array.from({ length: 8 }, () => server().member()));
      const [seventh, elsewhere] = members.splice(6) as [MadeMember, MadeMember];
      const addresses = members.map((_, index) => `2001:db8:7:1::${index + 1}`);
      const running = await Promise.all(members.map((as, index) => begin(as, undefined, addresses[index])));
      const unread = slowPicture();
      const refused = await upload(seventh, unread.body, crypto.randomUUID(), '2001:db8:7:1::f');
      expect([refused.status, refused.headers.get('retry-after'), unread.wasRead()]).toEqual([429, '5', false]);
      expect((await upload(elsewhere, picture, crypto.randomUUID(), '2001:db8:7:2::1')).status).toBe(200);
      for (const { end } of running) end();
      for (const { answer } of running) expect((await answer).status).toBe(200);
      expect((await upload(seventh, picture, crypto.randomUUID(), '2001:db8:7:1::f')).status).toBe(200);
      expect(await claims(server())).toEqual([]);
    });

    test('PH1 PR4: a photo that waits for its turn keeps its place', async () => {
      const [me, open] = [await server().member(), Promise.withResolvers<undefined>()];
      vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
      onTestFinished(() => void vi.useRealTimers());
      const before = server().app.services.photos.turns.run('before', () => open.promise);
      const slow = await begin(me);
      slow.end();
      await eventually(() => expect(vi.getTimerCount()).toBeGreaterThan(0));
      for (let wait = 0; wait < 4; wait += 1) {
        server().advance(45);
        vi.advanceTimersByTime(15_000);
        await eventually(async () => expect(await age(server(), me)).toBeLessThan(10_000));
      }
      open.resolve(undefined);
      await before;
      expect([(await slow.answer).status, await photosOf(me)]).toEqual([200, 1]);
    });

    test('PH1 PH2: of photos whose places were given up meanwhile none is added over the limit', async () => {
      const me = await server().member();
      await upload(me);
      await upload(me);
      const slow = await begin(me);
      server().advance(90);
      expect((await upload(me)).status).toBe(200);
      slow.end();
      expect([(await slow.answer).body.error?.code, await photosOf(me)]).toEqual(['photo_premium', 3]);
      expect(await claims(server())).toEqual([]);
    });

    test('PH1 CH17: a picture on its way to a chat takes no place of the own photos, but is one of two at once', async () => {
      const [me, other] = [await server().member({ credits: 20 }), await server().member()];
      await upload(me);
      await upload(me);
      const slow = slowPicture();
      const picturesQuery = String(new URLSearchParams({ profile: other.id, client_id: crypto.randomUUID() }));
      const headers = { 'content-type': 'image/jpeg' };
      const sending = server().call('/api/chat-picture.php', {
        as: me,
        query: picturesQuery,
        body: slow.body,
        headers,
      });
      await eventually(() => expect(slow.wasRead()).toBe(true));
      expect((await upload(me)).status).toBe(200);
      slow.end();
      expect([(await sending).status, await photosOf(me)]).toEqual([200, 3]);
    });

    test('PR4: a member who is logged out while a photo arrives stores nothing', async () => {
      const me = await server().member();
      const slow = await begin(me);
      await server().database.inTenant(tenant, (db) => db.deleteFrom('session').where('account', '=', me.id).execute());
      slow.end();
      expect((await slow.answer).body.error?.['authentication_required']).toBe(true);
      expect(await claims(server())).toEqual([]);
    });
  },
  {},
  { DATA_DIR: dataDir },
);

/** Milliseconds since the claim of the member's upload was renewed. */
async function age({ database, now }: TestServer, { id }: MadeMember): Promise<number> {
  const { at } = await database.inTenant(tenant, (db) =>
    db.selectFrom('stray_photo').select('at').where('uploader', '=', id).executeTakeFirstOrThrow(),
  );
  return now().getTime() - at.getTime();
}
