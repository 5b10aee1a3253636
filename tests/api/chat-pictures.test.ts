// Pictures in chats: sent as messages are, at their own price, exactly once; seen by two members, and gone with the message.
import { existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { afterAll, expect, test } from 'vitest';
import type { Chat, Message } from '#contract/chats';
import { photoFolder } from '#server/media/photo-files';
import { photoFile } from '#server/modules/photos/photo-access';
import { photoCleanup } from '#server/media/stray-photos';
import { decidePhoto } from '#server/modules/photos/moderation';
import { deliverHeld } from '#server/modules/chats/held-messages';
import { accountOf, sent, startChat } from '../support/chats.ts';
import { block, type MadeMember, sessionHash } from '../support/members.ts';
import * as pictures from '../support/pictures.ts';
import { eachEngine, figure, siteAt, type CallAnswer } from '../support/server.ts';
import { recordEvents } from '../support/tabs.ts';

const tenant = siteAt(0).id;
const dataDir = mkdtempSync(join(tmpdir(), 'matchloom-chat-pictures-'));
afterAll(() => rmSync(dataDir, { recursive: true, force: true }));
const small = await pictures.jpeg({ width: 420, height: 400 });
const DAY_MS = 86_400_000;

interface Wanted {
  readonly to: { readonly profile: string } | { readonly conversation: string };
  readonly client_id?: string;
  readonly body?: Buffer;
}

eachEngine(
  'chat pictures',
  (server) => {
    /** Sent again as clients do while another attempt, or as many as a member may have, are under way. */
    const show = async (
      as: MadeMember,
      { to, client_id = crypto.randomUUID(), body = small }: Wanted,
    ): Promise<CallAnswer> => {
      for (;;) {
        const answer = await server().call('/api/chat-picture.php', {
          ...{ as, query: String(new URLSearchParams({ ...to, client_id })) },
          ...{ body: new Uint8Array(body), headers: { 'content-type': 'image/jpeg' } },
        });
        if (!['in_progress', 'too_many_requests'].includes(answer.body.error?.code ?? '')) return answer;
        await setTimeout(30);
      }
    };
    const shown = async (as: MadeMember, to: Wanted['to']): Promise<Message> =>
      (await show(as, { to })).body['message'] as Message;
    const pair = (credits: number) => Promise.all([server().member({ credits }), server().member({ credits: 20 })]);
    const tokenOf = ({ picture }: Message): string => /[0-9a-f]{32}/.exec(picture?.match ?? '')?.[0] ?? '';
    const ask = (token: string, as: MadeMember | null, now = server().now()) =>
      photoFile(server().database, tenant, token, as ? [sessionHash(as)] : [], now);
    const list = async (as: MadeMember): Promise<Chat[]> =>
      (await server().call('/api/chats.php', { as })).body['chats'] as Chat[];
    const cleanUp = () => photoCleanup.run(server().app.services, { tenant });
    /** Names of the pictures whose files exist. */
    const files = (): string[] => {
      const folder = photoFolder(dataDir);
      return existsSync(folder) ? [...new Set(readdirSync(folder).map((name) => name.slice(0, 32)))] : [];
    };
    const strays = () =>
      server().database.inTenant(tenant, (db) => db.selectFrom('stray_photo').select('file').execute());

    test('CH17: the client_id of a delivered picture neither overwrites nor deletes its files when another member gets one', async () => {
      const [[me, first], second, client_id] = [await pair(20), await server().member(), crypto.randomUUID()];
      await show(me, { to: { profile: first.id }, client_id });
      const delivered = files();
      const broken = { to: { profile: second.id }, client_id, body: Buffer.from('no picture at all, but long enough') };
      expect((await show(me, broken)).body.error?.code).toBe('photo_kind');
      expect(files()).toEqual(expect.arrayContaining(delivered));
      expect((await show(me, { ...broken, body: small })).status).toBe(200);
      expect(files()).toHaveLength(delivered.length + 1);
    });

    test('CH17 CH33: chats.sendPicture costs photo_credits, is booked, and both members see it in chat and list', async () => {
      const [me, other] = await pair(5);
      const conversation = await startChat(server(), me, other.id);
      const theirs = recordEvents(server(), other.id);
      const answer = await show(me, { to: { conversation } });
      expect(answer.body).toMatchObject({ credits: 2, message: { text: '', seq: 2, mine: true, held: false } });
      const message = answer.body['message'] as Message;
      expect(message.picture?.match).toMatch(/^photos\/[0-9a-f]{32}-640\.webp$/);
      expect(message.picture?.blurred).toBe(message.picture?.match.replace('-640.', '-32.'));
      expect(theirs).toEqual([{ type: 'message', conversation, seq: 2 }]);
      expect((await accountOf(server(), me)).entries.at(-1)).toEqual({
        ...{ kind: 'picture', credits: -2, balance: 2, about: other.id },
      });
      for (const [as, mine] of [[me, true] as const, [other, false] as const]) {
        expect((await list(as))[0]?.last).toMatchObject({ picture: true, text: '', mine, seq: 2 });
        const { body } = await server().call('/api/messages.php', { as, query: `conversation=${conversation}` });
        expect(body['messages']).toMatchObject([{ seq: 1 }, { picture: message.picture, text: '', mine }]);
      }
      const { body } = await server().call('/api/ledger.php', { as: me });
      expect(body['entries']).toMatchObject([{ kind: 'picture', about: { id: other.id } }, {}, {}]);
    });

    test('CH17 CH33 CH36 B1: six deliveries of one picture at once make one picture, one debit and one set of files', async () => {
      for (let round = 0; round < figure(5, 2); round += 1) {
        const [me, other] = await pair(5);
        const before = files().length;
        const client_id = crypto.randomUUID();
        const answers = await Promise.all(
          Array.from({ length: 6 }, () => show(me, { to: { profile: other.id }, client_id })),
        );
        const [first] = answers;
        for (const { status, body } of answers)
          expect([status, body['message']]).toEqual([200, first?.body['message']]);
        const { credits, entries } = await accountOf(server(), me);
        expect([credits, entries.filter(({ kind }) => kind === 'picture').length]).toEqual([3, 1]);
        expect(files().length - before).toBe(1);
      }
    });

    test('CH33 CH23: with credits for one, six different pictures at once are one; the balance never drops below zero', async () => {
      const [me, other] = await pair(4);
      const conversation = await startChat(server(), me, other.id);
      const before = files().length;
      const answers = await Promise.all(Array.from({ length: 6 }, () => show(me, { to: { conversation } })));
      expect(answers.map(({ status }) => status).sort()).toEqual([200, 402, 402, 402, 402, 402]);
      expect(answers.find(({ status }) => status === 402)?.body.error).toMatchObject({
        ...{ code: 'not_enough_credits', needed: 2, balance: 1 },
      });
      expect([(await accountOf(server(), me)).credits, files().length - before]).toEqual([1, 1]);
    });

    test('CH17 CH33: a picture that is refused costs nothing and leaves no file', async () => {
      const [me, other] = await pair(20);
      const before = files().length;
      const refused = [
        await show(me, { to: { profile: other.id }, body: pictures.heic() }),
        await show(me, { to: { profile: other.id }, body: Buffer.from('GIF89a') }),
        await show(me, { to: { profile: other.id }, body: await pictures.jpeg({ width: 399, height: 400 }) }),
        await show(me, { to: { profile: other.id }, body: pictures.pngHeader(9000, 9000) }),
        await show(me, { to: { profile: other.id }, body: small.subarray(0, 900) }),
        await show(me, { to: { profile: me.id } }),
        await show(me, { to: { profile: crypto.randomUUID() } }),
      ];
      expect(refused.map(({ body }) => body.error?.code)).toEqual([
        ...['photo_heic', 'photo_kind', 'photo_small', 'photo_pixels', 'photo_broken', 'yourself', 'not_found'],
      ]);
      await block(server().database, siteAt(0), other.id, me.id);
      expect((await show(me, { to: { profile: other.id } })).body.error?.code).toBe('blocked');
      expect([(await accountOf(server(), me)).credits, files().length, await list(me)]).toEqual([20, before, []]);
      expect(await strays()).toEqual([]);
    });

    test('CH17 PH9: what looks like a picture that was rejected is refused and not charged', async () => {
      const [me, other] = await pair(20);
      const busy = await readFile('demo/pictures/p040-640.webp');
      const photo = { method: 'POST', body: new Uint8Array(busy), headers: { 'content-type': 'image/jpeg' } };
      const { body } = await server().call('/api/photo.php', { as: me, ...photo });
      const [{ id }] = body['photos'] as [{ id: string }];
      const { queue, now } = server().app.services;
      const verdict = { action: 'reject', reason: 'revealing' } as const;
      await server().database.inTenant(tenant, (db) =>
        decidePhoto(db, queue, { tenant, photo: id, operator: 'Kim', verdict, now: now() }),
      );
      const answer = await show(me, { to: { profile: other.id }, body: busy });
      expect([answer.body.error?.code, (await accountOf(server(), me)).credits]).toEqual(['photo_rejected_before', 20]);
    });

    test('CH17 CH26: a free member without conversations left is told so before the picture is read', async () => {
      const [me, other] = await pair(20);
      for (let n = 0; n < 2; n += 1) await startChat(server(), me, (await server().member()).id);
      const answer = await show(me, { to: { profile: other.id }, body: Buffer.from('no picture') });
      expect(answer.body.error).toMatchObject({ code: 'premium_required', limit: 2 });
      expect((await accountOf(server(), me)).credits).toBe(18);
    });

    test('E1 CH17 CH28: only the two members may open a picture, not after a block, nor once the chat is hidden', async () => {
      const [me, other] = await pair(20);
      const token = tokenOf(await shown(me, { profile: other.id }));
      for (const viewer of [null, await server().member({ paid_user: true }), await server().member({}, siteAt(1))])
        expect(await ask(token, viewer)).toBeNull();
      const open = { file: expect.stringMatching(/^[0-9a-f]{32}$/) as unknown, isPrivate: true };
      for (const viewer of [me, other]) expect(await ask(token, viewer)).toEqual(open);
      const later = new Date(server().now().getTime() + 181 * DAY_MS);
      await server().database.inTenant(tenant, (db) =>
        db
          .updateTable('session')
          .set({ expires_at: new Date(later.getTime() + DAY_MS), seen_at: later })
          .execute(),
      );
      for (const viewer of [me, other]) expect(await ask(token, viewer, later)).toBeNull();
      await block(server().database, siteAt(0), me.id, other.id);
      for (const viewer of [me, other]) expect(await ask(token, viewer)).toBeNull();
    });

    test('CH14 CH17: a picture that is deleted for both is gone with its files; evidence stays as long as its report', async () => {
      const [me, other] = await pair(20);
      await cleanUp();
      const before = files();
      const remove = ({ conversation, client_id }: Message) =>
        server().call('/api/message.php', {
          ...{ method: 'DELETE', as: me },
          json: { conversation, client_id, scope: 'both' },
        });
      const message = await shown(me, { profile: other.id });
      await remove(message);
      expect((await list(other))[0]?.last).toMatchObject({ text: '', deleted: 'both' });
      expect((await list(other))[0]?.last?.picture).toBeUndefined();
      expect(await ask(tokenOf(message), other)).toBeNull();
      await cleanUp();
      expect(files()).toEqual(before);
      const reported = await shown(me, { profile: other.id });
      const json = { profile: me.id, seq: reported.seq, category: 'else', text: '' };
      expect((await server().call('/api/report.php', { as: other, json })).status).toBe(200);
      await remove(reported);
      const decided = { status: 'acted', decision: 'Deleted.', decided_at: server().now() } as const;
      await server().database.inTenant(tenant, (db) => db.updateTable('report').set(decided).execute());
      await cleanUp();
      expect(files().length).toBe(before.length + 1);
      await server().database.inTenant(tenant, (db) => db.deleteFrom('report').execute());
      await cleanUp();
      expect(files()).toEqual(before);
    });

    test('CH17 SG29: pictures of an unconfirmed member are held within the balance, and dropped when they cannot arrive', async () => {
      const me = await server().member({ status: 'not_confirmed', credits: 5 });
      const [other, third] = [await server().member(), await server().member()];
      await cleanUp();
      const before = files().length;
      const first = await show(me, { to: { profile: other.id } });
      expect(first.body).toMatchObject({ credits: 5, message: { held: true, seq: 0 } });
      const message = first.body['message'] as Message;
      expect([await ask(tokenOf(message), other), await ask(tokenOf(message), me)]).toMatchObject([
        null,
        { isPrivate: true },
      ]);
      expect(await list(me)).toMatchObject([{ last: { picture: true } }]);
      await shown(me, { profile: third.id });
      expect((await show(me, { to: { profile: other.id } })).body.error).toMatchObject({ needed: 2, balance: 1 });
      await block(server().database, siteAt(0), third.id, me.id);
      const { database, now } = server().app.services;
      await database.inTenant(tenant, async (db) => {
        await db.updateTable('account').set({ status: 'active' }).where('id', '=', me.id).execute();
        await deliverHeld({ db, tenant, site: siteAt(0), now, emit: () => undefined }, me.id);
      });
      await cleanUp();
      expect([(await accountOf(server(), me)).credits, files().length - before]).toEqual([3, 1]);
      expect(await ask(tokenOf(message), other)).toMatchObject({ isPrivate: true });
      await sent(server(), me, { profile: other.id, text: 'There you are' });
    });
  },
  {},
  { DATA_DIR: dataDir },
);
