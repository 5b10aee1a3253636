// Pictures in chats that were reported: a person removes one for both members, and its files stay with the report.
import { existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import type { Chat, Message } from '#contract/chats';
import { photoFolder } from '#server/media/photo-files';
import { photoCleanup } from '#server/media/stray-photos';
import type { MadeMember } from '../support/members.ts';
import { operate } from '../support/operator.ts';
import * as pictures from '../support/pictures.ts';
import { eachEngine, siteAt } from '../support/server.ts';

const { id: tenant, folder } = siteAt(0);
const dataDir = mkdtempSync(join(tmpdir(), 'matchloom-reported-pictures-'));
afterAll(() => rmSync(dataDir, { recursive: true, force: true }));

eachEngine(
  'reported pictures',
  (server) => {
    const sendTo = (as: MadeMember, to: MadeMember, body: Uint8Array<ArrayBuffer>) =>
      server().call('/api/chat-picture.php', {
        ...{ as, body, headers: { 'content-type': 'image/jpeg' } },
        query: String(new URLSearchParams({ profile: to.id, client_id: crypto.randomUUID() })),
      });
    /** A picture that `me` sent and `other` reported. */
    const reported = async () => {
      const [me, other] = [await server().member({ credits: 20 }), await server().member({ credits: 20 })];
      const picture = new Uint8Array(await pictures.uniqueJpeg());
      const sent = await sendTo(me, other, picture);
      const message = sent.body['message'] as Message;
      const json = { profile: me.id, seq: message.seq, category: 'sexual', text: '' };
      expect((await server().call('/api/report.php', { as: other, json })).status).toBe(200);
      const { id } = await server().database.inTenant(tenant, (db) =>
        db.selectFrom('report').select('id').where('reported', '=', me.id).executeTakeFirstOrThrow(),
      );
      return { me, other, picture, message, id };
    };
    const last = async (as: MadeMember) =>
      ((await server().call('/api/chats.php', { as })).body['chats'] as Chat[])[0]?.last;
    const files = (): number => (existsSync(photoFolder(dataDir)) ? readdirSync(photoFolder(dataDir)).length : 0);
    const remove = (id: string) => operate(server(), `report remove-photo ${id} --as Kim --because revealing`);

    test('SA4 CH17: a person removes a reported picture for both, and its files stay with the report', async () => {
      const { me, other, message, id } = await reported();
      const before = files();
      expect(await remove(id)).toEqual([`${folder}: remove_photo`]);
      for (const as of [me, other]) {
        expect(await last(as)).toMatchObject({ text: '', deleted: 'both' });
        expect((await last(as))?.picture).toBeUndefined();
      }
      await photoCleanup.run(server().app.services, { tenant });
      expect(files()).toBe(before);
      const { decided, heard } = await server().database.inTenant(tenant, async (db) => ({
        decided: await db.selectFrom('moderation').selectAll().where('report', '=', id).execute(),
        heard: await db
          .selectFrom('event')
          .select(['account', 'body'])
          .where('account', 'in', [me.id, other.id])
          .execute(),
      }));
      expect(decided).toMatchObject([{ action: 'reject_photo', reason: 'revealing', account: me.id, operator: 'Kim' }]);
      const told = { type: 'message_deleted', conversation: message.conversation, seq: message.seq, scope: 'both' };
      for (const account of [me.id, other.id]) expect(heard).toContainEqual({ account, body: told });
      await server().runJobs();
      expect(server().mails.find(({ to }) => to === me.email)?.text).toMatch(/too revealing[^]*\/appeal\?token=/);
      await expect(remove(id)).rejects.toThrow('decided already');
    });

    test('SA4 PH9 CH17: a removed picture cannot be sent again, until an appeal about it is granted', async () => {
      const { me, other, picture, id } = await reported();
      await remove(id);
      const { body, status } = await sendTo(me, other, picture);
      expect([status, body.error?.code]).toEqual([422, 'photo_rejected_before']);
      await server().runJobs();
      const mail = server().mails.findLast(({ to }) => to === me.email)?.text ?? '';
      const token = /\/appeal\?token=([\w-]+)/.exec(mail)?.[1];
      expect((await server().call('/api/appeal.php', { json: { token, text: 'It is me at the beach.' } })).status).toBe(
        200,
      );
      const appeal = await server().database.inTenant(tenant, (db) =>
        db.selectFrom('appeal').select('id').where('account', '=', me.id).executeTakeFirstOrThrow(),
      );
      await operate(server(), `appeal grant ${appeal.id} --as Robin --note "As agreed"`);
      expect((await sendTo(me, other, picture)).status).toBe(200);
    });

    test('SA4 CH17: a reported picture that its sender deleted meanwhile is said to be gone', async () => {
      const { me, message, id } = await reported();
      const json = { conversation: message.conversation, client_id: message.client_id, scope: 'both' };
      expect((await server().call('/api/message.php', { method: 'DELETE', as: me, json })).status).toBe(204);
      await expect(remove(id)).rejects.toThrow('photo is gone');
    });
  },
  {},
  { DATA_DIR: dataDir },
);
