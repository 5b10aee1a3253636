// Voice messages: sent as pictures are, with a text that is one of a message, exactly once; heard by two members, and gone when deleted.
import { existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import type { Chat, Message } from '#contract/chats';
import { isoDay } from '#domain/iso-day';
import { CHAT } from '#domain/limits';
import { deliverHeld } from '#server/modules/chats/held-messages';
import { deleteUnseenFiles } from '#server/modules/chats/unseen-files';
import { photoFolder } from '#server/media/photo-files';
import { voiceAddress } from '#server/media/voice-urls';
import { photoCleanup } from '#server/media/stray-photos';
import { voiceFile } from '#server/modules/photos/photo-access';
import { accountOf, startChat } from '../support/chats.ts';
import { block, type MadeMember, sessionHash } from '../support/members.ts';
import { type Recorded, sendVoice } from '../support/recorded.ts';
import { eachEngine, figure, siteAt, type CallAnswer } from '../support/server.ts';
import { recordEvents } from '../support/tabs.ts';

const tenant = siteAt(0).id;
const dataDir = mkdtempSync(join(tmpdir(), 'matchloom-chat-voice-'));
afterAll(() => rmSync(dataDir, { recursive: true, force: true }));
const DAY_MS = 86_400_000;

eachEngine(
  'voice messages',
  (server) => {
    const speak = (as: MadeMember, wanted: Recorded): Promise<CallAnswer> => sendVoice(server(), as, wanted);
    const spoken = async (as: MadeMember, to: Recorded['to'], text = ''): Promise<Message> =>
      (await speak(as, { to, text })).body['message'] as Message;
    const pair = (credits: number) => Promise.all([server().member({ credits }), server().member({ credits: 20 })]);
    const nameOf = ({ voice }: Message): string => voiceAddress(`/media/${voice?.path}`) ?? '';
    const ask = (name: string, as: MadeMember | null, now = server().now()) =>
      voiceFile(server().database, tenant, name, as ? [sessionHash(as)] : [], now);
    const list = async (as: MadeMember): Promise<Chat[]> =>
      (await server().call('/api/chats.php', { as })).body['chats'] as Chat[];
    const cleanUp = () => photoCleanup.run(server().app.services, { tenant });
    const files = (): string[] => (existsSync(photoFolder(dataDir)) ? readdirSync(photoFolder(dataDir)).sort() : []);
    const deleteForBoth = (as: MadeMember, { conversation, client_id }: Message) =>
      server().call('/api/message.php', {
        ...{ method: 'DELETE', as },
        json: { conversation, client_id, scope: 'both' },
      });

    test('CH37 CH33: chats.sendVoice costs photo_credits, is booked, and both members have it with its text', async () => {
      const [me, other] = await pair(5);
      const conversation = await startChat(server(), me, other.id);
      const theirs = recordEvents(server(), other.id);
      const answer = await speak(me, { to: { conversation }, text: '  Hör mal 🎙️ ' });
      expect(answer.body).toMatchObject({
        credits: 2,
        message: { text: 'Hör mal 🎙️', seq: 2, mine: true, held: false },
      });
      const { voice } = answer.body['message'] as Message;
      expect(voice).toEqual({ path: expect.stringMatching(/^voice\/[0-9a-f]{32}-2-webm$/) as unknown, seconds: 2 });
      expect(theirs).toEqual([{ type: 'message', conversation, seq: 2 }]);
      expect((await accountOf(server(), me)).entries.at(-1)).toEqual({
        ...{ kind: 'voice', credits: -2, balance: 2, about: other.id },
      });
      for (const [as, mine] of [[me, true] as const, [other, false] as const]) {
        expect((await list(as))[0]?.last).toMatchObject({ voice: true, text: 'Hör mal 🎙️', mine, seq: 2 });
        const { body } = await server().call('/api/messages.php', { as, query: `conversation=${conversation}` });
        expect(body['messages']).toMatchObject([{ seq: 1 }, { voice, text: 'Hör mal 🎙️', mine }]);
      }
      const { body } = await server().call('/api/ledger.php', { as: me });
      expect(body['entries']).toMatchObject([{ kind: 'voice', about: { id: other.id } }, {}, {}]);
      const reply = { conversation, text: 'Heard', client_id: crypto.randomUUID(), quote: 2 };
      const { body: sent } = await server().call('/api/message.php', { as: other, json: reply });
      expect(sent['message']).toMatchObject({ quote: { seq: 2, voice: true, mine: false } });
    });

    test('CH37 CH36 B1: six deliveries of one recording at once make one message, one debit and one file', async () => {
      for (let round = 0; round < figure(5, 2); round += 1) {
        const [me, other] = await pair(5);
        const [before, client_id] = [files().length, crypto.randomUUID()];
        const answers = await Promise.all(
          Array.from({ length: 6 }, () => speak(me, { to: { profile: other.id }, client_id })),
        );
        const [first] = answers;
        for (const { status, body } of answers)
          expect([status, body['message']]).toEqual([200, first?.body['message']]);
        const { credits, entries } = await accountOf(server(), me);
        expect([credits, entries.filter(({ kind }) => kind === 'voice').length]).toEqual([3, 1]);
        expect(files().length - before).toBe(1);
      }
    });

    test('CH37 CH23: with credits for one, six different recordings at once are one; the balance never drops below zero', async () => {
      const [me, other] = await pair(4);
      const conversation = await startChat(server(), me, other.id);
      const before = files().length;
      const answers = await Promise.all(Array.from({ length: 6 }, () => speak(me, { to: { conversation } })));
      expect(answers.map(({ status }) => status).sort()).toEqual([200, 402, 402, 402, 402, 402]);
      expect([(await accountOf(server(), me)).credits, files().length - before]).toEqual([1, 1]);
    });

    test('CH37 CH26: what it costs and who one may write to is told before the recording is read', async () => {
      const [me, other] = await pair(20);
      for (let n = 0; n < 2; n += 1) await startChat(server(), me, (await server().member()).id);
      const wall = await speak(me, { to: { profile: other.id }, body: Buffer.from('no recording') });
      expect(wall.body.error).toMatchObject({ code: 'premium_required', limit: 2 });
      const poor = await server().member({ credits: 1 });
      const lack = await speak(poor, { to: { profile: other.id }, body: Buffer.from('no recording') });
      expect(lack.body.error).toMatchObject({ code: 'not_enough_credits', needed: 2, balance: 1 });
      const busy = await server().member({ credits: 9, paid_user: true });
      const row = { tenant, key: `conversations:${busy.id}`, day: isoDay(server().now()), count: CHAT.newPerDay };
      await server().database.inTenant(tenant, (db) => db.insertInto('daily_count').values(row).execute());
      const full = await speak(busy, { to: { profile: other.id }, body: Buffer.from('no recording') });
      expect(full.body.error).toMatchObject({ code: 'conversation_limit', limit: CHAT.newPerDay });
    });

    test('E1 CH37 CH28: only the two members may hear it, not after a block, nor once the chat is hidden', async () => {
      const [me, other] = await pair(20);
      const name = nameOf(await spoken(me, { profile: other.id }));
      for (const viewer of [null, await server().member({ paid_user: true }), await server().member({}, siteAt(1))])
        expect(await ask(name, viewer)).toBeNull();
      for (const viewer of [me, other]) expect(await ask(name, viewer)).toMatch(/^[0-9a-f]{32}$/);
      expect(await ask(name.replace(/-2-/, '-3-'), me)).toBeNull();
      const later = new Date(server().now().getTime() + 181 * DAY_MS);
      await server().database.inTenant(tenant, (db) =>
        db
          .updateTable('session')
          .set({ expires_at: new Date(later.getTime() + DAY_MS), seen_at: later })
          .execute(),
      );
      for (const viewer of [me, other]) expect(await ask(name, viewer, later)).toBeNull();
      await block(server().database, siteAt(0), me.id, other.id);
      for (const viewer of [me, other]) expect(await ask(name, viewer)).toBeNull();
    });

    test('CH14 CH37: deleted for both, it is gone with its file and its text; evidence stays as long as its report', async () => {
      const [me, other] = await pair(20);
      await cleanUp();
      const before = files();
      const message = await spoken(me, { profile: other.id }, 'Take this back');
      await deleteForBoth(me, message);
      expect((await list(other))[0]?.last).toEqual(expect.not.objectContaining({ voice: true }));
      expect((await list(other))[0]?.last).toMatchObject({ text: '', deleted: 'both' });
      expect(await ask(nameOf(message), other)).toBeNull();
      await cleanUp();
      expect(files()).toEqual(before);
      const reported = await spoken(me, { profile: other.id });
      const json = { profile: me.id, seq: reported.seq, category: 'else', text: '' };
      expect((await server().call('/api/report.php', { as: other, json })).status).toBe(200);
      await deleteForBoth(me, reported);
      await cleanUp();
      expect(files()).toHaveLength(before.length + 1);
      await server().database.inTenant(tenant, (db) => db.deleteFrom('report').execute());
      await cleanUp();
      expect(files()).toEqual(before);
    });

    test('CH15 CH37: when both members have deleted the chat, its recordings go', async () => {
      const [me, other] = await pair(20);
      await cleanUp();
      const before = files();
      const { conversation } = await spoken(me, { profile: other.id });
      const remove = (as: MadeMember) =>
        server().call('/api/chat.php', { method: 'DELETE', as, json: { conversation } });
      await remove(me);
      await deleteUnseenFiles(server().database, tenant);
      await cleanUp();
      expect(files()).toHaveLength(before.length + 1);
      await remove(other);
      await deleteUnseenFiles(server().database, tenant);
      await cleanUp();
      expect(files()).toEqual(before);
    });

    test('CH37 SG29: recordings of an unconfirmed member are held within the balance, and dropped when they cannot arrive', async () => {
      const me = await server().member({ status: 'not_confirmed', credits: 5 });
      const [other, third] = [await server().member(), await server().member()];
      await cleanUp();
      const before = files().length;
      const message = await spoken(me, { profile: other.id }, 'Waiting');
      expect(message).toMatchObject({ held: true, seq: 0, text: 'Waiting', voice: { seconds: 2 } });
      expect(await ask(nameOf(message), other)).toBeNull();
      expect(await ask(nameOf(message), me)).not.toBeNull();
      expect(await list(me)).toMatchObject([{ last: { voice: true } }]);
      await spoken(me, { profile: third.id });
      expect((await speak(me, { to: { profile: other.id } })).body.error).toMatchObject({ needed: 2, balance: 1 });
      await block(server().database, siteAt(0), third.id, me.id);
      const { database, now } = server().app.services;
      await database.inTenant(tenant, async (db) => {
        await db.updateTable('account').set({ status: 'active' }).where('id', '=', me.id).execute();
        await deliverHeld({ db, tenant, site: siteAt(0), now, emit: () => undefined }, me.id);
      });
      await cleanUp();
      expect([(await accountOf(server(), me)).credits, files().length - before]).toEqual([3, 1]);
      expect(await ask(nameOf(message), other)).not.toBeNull();
    });
  },
  {},
  { DATA_DIR: dataDir },
);
