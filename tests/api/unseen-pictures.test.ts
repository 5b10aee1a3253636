// Pictures of chats that both members have deleted.
import { existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import type { Message } from '#contract/chats';
import { purgeTenant } from '#server/jobs';
import { photoFolder } from '#server/media/photo-files';
import { photoCleanup } from '#server/media/stray-photos';
import { photoFile } from '#server/modules/photos/photo-access';
import { type MadeMember, sessionHash } from '../support/members.ts';
import * as pictures from '../support/pictures.ts';
import { eachEngine, siteAt } from '../support/server.ts';

const tenant = siteAt(0).id;
const dataDir = mkdtempSync(join(tmpdir(), 'matchloom-unseen-pictures-'));
afterAll(() => rmSync(dataDir, { recursive: true, force: true }));

eachEngine(
  'unseen pictures',
  (server) => {
    const shown = async (as: MadeMember, profile: string): Promise<Message> => {
      const body = new Uint8Array(await pictures.uniqueJpeg());
      const query = String(new URLSearchParams({ profile, client_id: crypto.randomUUID() }));
      const headers = { 'content-type': 'image/jpeg' };
      return (await server().call('/api/chat-picture.php', { as, query, body, headers })).body['message'] as Message;
    };
    const tokenOf = ({ picture }: Message): string => /[0-9a-f]{32}/.exec(picture?.match ?? '')?.[0] ?? '';
    const ask = (token: string, as: MadeMember) =>
      photoFile(server().database, tenant, token, [sessionHash(as)], server().now());
    /** Pictures whose files exist. */
    const files = (): number => {
      const folder = photoFolder(dataDir);
      return existsSync(folder) ? new Set(readdirSync(folder).map((name) => name.slice(0, 32))).size : 0;
    };
    const remove = (as: MadeMember, { conversation }: Message) =>
      server().call('/api/chat.php', { method: 'DELETE', json: { conversation }, as });
    const purge = async (): Promise<number> => {
      await purgeTenant(server().app.services, tenant);
      await photoCleanup.run(server().app.services, { tenant });
      return files();
    };

    test('CH15 CH17: the pictures of a chat are deleted, with their files, when both members have deleted it', async () => {
      const [me, other] = [await server().member({ credits: 20 }), await server().member({ credits: 20 })];
      const message = await shown(me, other.id);
      await remove(me, message);
      expect([await purge(), await ask(tokenOf(message), other)]).toMatchObject([1, { isPrivate: true }]);
      await remove(other, message);
      const next = await shown(me, other.id);
      expect([await purge(), await ask(tokenOf(message), me)]).toEqual([1, null]);
      expect(await ask(tokenOf(next), other)).toMatchObject({ isPrivate: true });
      const rows = await server().database.inTenant(tenant, (db) =>
        db.selectFrom('chat_picture').select('token').where('conversation', '=', next.conversation).execute(),
      );
      expect(rows).toEqual([{ token: tokenOf(next) }]);
    });

    test('CH17 SA4: evidence of a report stays as long as the report', async () => {
      const [me, other] = [await server().member({ credits: 20 }), await server().member({ credits: 20 })];
      const before = await purge();
      const message = await shown(me, other.id);
      const json = { profile: me.id, seq: message.seq, category: 'else', text: '' };
      await server().call('/api/report.php', { as: other, json });
      for (const as of [me, other]) await remove(as, message);
      expect([await purge(), await ask(tokenOf(message), other)]).toEqual([before + 1, null]);
      await server().database.inTenant(tenant, (db) => db.deleteFrom('report').execute());
      expect(await purge()).toBe(before);
    });
  },
  {},
  { DATA_DIR: dataDir },
);
