// A block, a departure, a deletion or another spending that comes while a picture or a recording is stored: what does not arrive costs nothing
// and leaves no file.
import { existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import type { Chat, Conversation } from '#contract/chats';
import { setAccountStatus } from '#server/auth/account-status';
import { photoFolder } from '#server/media/photo-files';
import { photoCleanup } from '#server/media/stray-photos';
import { accountOf, sent, startChat } from '../support/chats.ts';
import { block, type MadeMember } from '../support/members.ts';
import * as pictures from '../support/pictures.ts';
import { recording } from '../support/recordings.ts';
import { eachEngine, siteAt, type CallAnswer } from '../support/server.ts';

const tenant = siteAt(0).id;
const dataDir = mkdtempSync(join(tmpdir(), 'matchloom-upload-races-'));
afterAll(() => rmSync(dataDir, { recursive: true, force: true }));

const KINDS = {
  picture: {
    path: '/api/chat-picture.php',
    type: 'image/jpeg',
    body: new Uint8Array(await pictures.jpeg({ width: 420, height: 400 })),
    stores: 'write',
  },
  voice: {
    path: '/api/chat-voice.php',
    type: 'audio/webm',
    body: new Uint8Array(await recording({ seconds: 1 })),
    stores: 'writeForm',
  },
} as const;
const kinds = ['picture', 'voice'] as const;
type Kind = (typeof kinds)[number];
type Store = Record<'write' | 'writeForm', (...of: unknown[]) => Promise<void>>;

eachEngine(
  'uploads to chats and what comes first',
  (server) => {
    /** Sends one; `meanwhile` is done once its bytes have been read, before they are stored. */
    const upload = (
      kind: Kind,
      as: MadeMember,
      conversation: string,
      meanwhile: () => Promise<unknown>,
    ): Promise<CallAnswer> => {
      const { path, type, body, stores } = KINDS[kind];
      const photos = server().app.services.photos as unknown as Store;
      const store = photos[stores];
      photos[stores] = async (...of) => {
        photos[stores] = store;
        await meanwhile();
        await store.apply(photos, of);
      };
      const query = String(new URLSearchParams({ conversation, client_id: crypto.randomUUID() }));
      return server().call(path, { as, query, body, headers: { 'content-type': type } });
    };
    const files = async (): Promise<string[]> => {
      await photoCleanup.run(server().app.services, { tenant });
      return existsSync(photoFolder(dataDir)) ? readdirSync(photoFolder(dataDir)).sort() : [];
    };
    const strays = () =>
      server().database.inTenant(tenant, (db) => db.selectFrom('stray_photo').select('file').execute());
    const numbersFor = async (as: MadeMember, conversation: string): Promise<number[]> => {
      const { body } = await server().call('/api/messages.php', { as, query: `conversation=${conversation}` });
      return (body as unknown as Conversation).messages.map(({ seq }) => seq);
    };
    const unreadOf = async (as: MadeMember): Promise<number | undefined> => {
      const { chats } = (await server().call('/api/chats.php', { as })).body as unknown as { chats: Chat[] };
      return chats[0]?.num_unread_messages;
    };

    test.each(kinds)('G6 CH17 CH33 CH37: a %s that may no longer arrive is refused, free and gone', async (kind) => {
      const refusals: [string, (me: MadeMember, other: MadeMember, chat: string) => Promise<unknown>][] = [
        ['blocked', (me, other) => block(server().database, siteAt(0), other.id, me.id)],
        ['blocked_by_you', (me, other) => block(server().database, siteAt(0), me.id, other.id)],
        [
          'not_found',
          (_, other) =>
            server().database.inTenant(tenant, (db) =>
              setAccountStatus(db, tenant, other.id, ['active'], 'pending_deletion'),
            ),
        ],
        ['not_enough_credits', (me, _, conversation) => sent(server(), me, { conversation })],
      ];
      for (const [code, meanwhile] of refusals) {
        const [me, other] = [await server().member({ credits: 3 }), await server().member()];
        const conversation = await startChat(server(), me, other.id);
        const before = await files();
        const answer = await upload(kind, me, conversation, () => meanwhile(me, other, conversation));
        expect(answer.body.error?.code).toBe(code);
        const { credits, entries } = await accountOf(server(), me);
        const messages = code === 'not_enough_credits' ? 2 : 1;
        expect([credits, entries.map(({ kind: booked }) => booked)]).toEqual([
          3 - messages,
          ['signup', ...Array<string>(messages).fill('message')],
        ]);
        expect([await files(), await strays()]).toEqual([before, []]);
      }
    });

    test.each(kinds)('G6 CH15 CH33 CH37: a %s to a chat that is deleted arrives after the deletion', async (kind) => {
      for (const isBySender of [true, false]) {
        const [me, other] = [await server().member({ credits: 5 }), await server().member()];
        const conversation = await startChat(server(), me, other.id);
        const [deleter, keeper] = isBySender ? [me, other] : [other, me];
        const before = (await files()).length;
        const answer = await upload(kind, me, conversation, () =>
          server().call('/api/chat.php', { method: 'DELETE', json: { conversation }, as: deleter }),
        );
        expect(answer.body).toMatchObject({ credits: 2, message: { seq: 2 } });
        expect(await numbersFor(deleter, conversation)).toEqual([2]);
        expect(await numbersFor(keeper, conversation)).toEqual([1, 2]);
        expect(await unreadOf(other)).toBe(isBySender ? 2 : 1);
        expect((await files()).length).toBeGreaterThan(before);
      }
    });
  },
  {},
  { DATA_DIR: dataDir },
);
