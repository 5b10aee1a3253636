// Voice messages that are refused, or that the server cannot read: they cost nothing and leave no file.
import { existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, onTestFinished, test } from 'vitest';
import type { Chat } from '#contract/chats';
import { photoFolder } from '#server/media/photo-files';
import { accountOf, startChat } from '../support/chats.ts';
import { within } from '../support/eventually.ts';
import { block, type MadeMember } from '../support/members.ts';
import { jpeg } from '../support/pictures.ts';
import { type Recorded, said, sendVoice } from '../support/recorded.ts';
import { film, recording } from '../support/recordings.ts';
import { eachEngine, siteAt, type CallAnswer } from '../support/server.ts';

const tenant = siteAt(0).id;
const dataDir = mkdtempSync(join(tmpdir(), 'matchloom-voice-refusals-'));
afterAll(() => rmSync(dataDir, { recursive: true, force: true }));

eachEngine(
  'refused voice messages',
  (server) => {
    const speak = (as: MadeMember, wanted: Recorded): Promise<CallAnswer> => sendVoice(server(), as, wanted);
    const pair = (credits: number) => Promise.all([server().member({ credits }), server().member({ credits: 20 })]);
    const list = async (as: MadeMember): Promise<Chat[]> =>
      (await server().call('/api/chats.php', { as })).body['chats'] as Chat[];
    const files = (): string[] => (existsSync(photoFolder(dataDir)) ? readdirSync(photoFolder(dataDir)).sort() : []);
    const strays = () =>
      server().database.inTenant(tenant, (db) => db.selectFrom('stray_photo').select('file').execute());

    test('CH37: a recording that is refused costs nothing and leaves no file', async () => {
      const [me, other] = await pair(20);
      const before = files();
      const to = { profile: other.id };
      const refused = [
        await speak(me, { to, body: Buffer.from('<html>no recording at all') }),
        await speak(me, { to, body: await film() }),
        await speak(me, { to, body: await recording({ seconds: 64 }) }),
        await speak(me, { to, body: said.subarray(0, 40), text: 'Cut off' }),
        await speak(me, { to, body: Buffer.from(''), text: 'Only a text' }),
        await speak(me, { to, text: 'x'.repeat(1001) }),
        await speak(me, { to, text: `a${'\u0301'.repeat(40)}` }),
        await speak(me, { to: { profile: me.id } }),
        await speak(me, { to: { profile: crypto.randomUUID() } }),
      ];
      expect(refused.map(({ body }) => body.error?.code)).toEqual([
        ...['voice_kind', 'voice_kind', 'voice_long', 'voice_kind', 'voice_kind', 'message_too_long'],
        ...['invalid', 'yourself', 'not_found'],
      ]);
      await block(server().database, siteAt(0), other.id, me.id);
      expect((await speak(me, { to })).body.error?.code).toBe('blocked');
      expect([(await accountOf(server(), me)).credits, files(), await list(me)]).toEqual([20, before, []]);
      expect(await strays()).toEqual([]);
    });

    test('CH37: a text that is no text, or that no database stores, is refused as that of a message is', async () => {
      const [me, other] = await pair(20);
      const before = files();
      for (const text of ['a\0b', Uint8Array.of(0x61, 0xff, 0x62), Uint8Array.of(0xed, 0xa0, 0x80)]) {
        const answer = await speak(me, { to: { profile: other.id }, text });
        expect([answer.status, answer.body.error?.code]).toEqual([400, 'malformed']);
      }
      expect([(await accountOf(server(), me)).credits, files(), await strays()]).toEqual([20, before, []]);
    });

    test('CH37: when no recording can be read, it is told and logged as a fault of ours, and costs nothing', async () => {
      const [me, other] = await pair(20);
      const { voices } = server().app.services.photos;
      const remux = voices.remux.bind(voices);
      voices.remux = () => Promise.reject(new Error('no process to be had'));
      const [to, client_id] = [{ profile: other.id }, crypto.randomUUID()];
      const answer = await speak(me, { to, client_id });
      voices.remux = remux;
      expect([answer.status, answer.body.error?.code]).toEqual([500, 'internal']);
      expect(server().logged.filter((line) => line.includes('no process to be had'))).toHaveLength(1);
      expect([(await accountOf(server(), me)).credits, await strays()]).toEqual([20, []]);
      expect((await speak(me, { to, client_id })).status).toBe(200);
    });

    test('CH37 PR4: recordings and photos do not wait for each other', async () => {
      const [me, other] = await pair(20);
      const conversation = await startChat(server(), me, other.id);
      const { turns, voiceTurns } = server().app.services.photos;
      const picture = new Uint8Array(await jpeg({ width: 420, height: 400 }));
      const show = () =>
        server().call('/api/chat-picture.php', {
          ...{ as: me, query: String(new URLSearchParams({ conversation, client_id: crypto.randomUUID() })) },
          ...{ body: picture, headers: { 'content-type': 'image/jpeg' } },
        });
      for (const [held, send] of [
        [turns, () => speak(me, { to: { conversation } })],
        [voiceTurns, show],
      ] as const) {
        const end = Promise.withResolvers<void>();
        onTestFinished(() => end.resolve());
        const before = held.run('before', () => end.promise);
        expect((await within(60_000, send())).status).toBe(200);
        end.resolve();
        await before;
      }
    });
  },
  {},
  { DATA_DIR: dataDir },
);
