// Photos in chats that seem to show nudity: refused once, sent if their sender insists, and shown after a warning.
import { existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeEach, expect, test } from 'vitest';
import type { Message } from '#contract/chats';
import type { Nudity } from '#server/media/nudity';
import { photoFolder } from '#server/media/photo-files';
import { photoCleanup } from '#server/media/stray-photos';
import { photoFile } from '#server/modules/photos/photo-access';
import { accountOf } from '../support/chats.ts';
import { type MadeMember, sessionHash } from '../support/members.ts';
import * as pictures from '../support/pictures.ts';
import { type CallAnswer, eachEngine, siteAt, sites } from '../support/server.ts';
import { addStaff, staffCall } from '../support/staff.ts';

const tenant = siteAt(0).id;
const dataDir = mkdtempSync(join(tmpdir(), 'matchloom-chat-nudity-'));
afterAll(() => rmSync(dataDir, { recursive: true, force: true }));
const photo = new Uint8Array(await pictures.jpeg({ width: 420, height: 400 }));

/** What the model says, and what was asked of it. */
const model = { says: 'none' as Nudity, warmed: 0, looked: 0 };
beforeEach(() => void Object.assign(model, { says: 'none', warmed: 0, looked: 0 }));
const nudity = {
  warm: () => void (model.warmed += 1),
  look: () => {
    model.looked += 1;
    return Promise.resolve(model.says);
  },
  close: () => undefined,
};
const unguarded = { ...siteAt(1), siteSettings: { ...siteAt(1).siteSettings, nudity_guard: false } };

eachEngine(
  'nudity in chats',
  (server) => {
    const show = (as: MadeMember, to: MadeMember, more: { anyway?: '1' } = {}, site = siteAt(0)): Promise<CallAnswer> =>
      server().call('/api/chat-picture.php', {
        ...{ as, site, body: photo, headers: { 'content-type': 'image/jpeg' } },
        query: String(new URLSearchParams({ profile: to.id, client_id: crypto.randomUUID(), ...more })),
      });
    const pictureOf = ({ body }: CallAnswer) => (body['message'] as Message).picture;
    const pair = () => Promise.all([server().member({ credits: 9 }), server().member({ credits: 9 })]);
    const received = async (as: MadeMember, from: MadeMember): Promise<Message[]> =>
      (await server().call('/api/messages.php', { as, query: `profile=${from.id}` })).body['messages'] as Message[];
    const cleanUp = () => photoCleanup.run(server().app.services, { tenant });
    const files = (): number => {
      const folder = photoFolder(dataDir);
      return existsSync(folder) ? new Set(readdirSync(folder).map((name) => name.slice(0, 32))).size : 0;
    };
    const mayOpen = async (as: MadeMember, match: string): Promise<boolean> => {
      const token = match.slice('photos/'.length, 'photos/'.length + 32);
      return (await photoFile(server().database, tenant, token, [sessionHash(as)], server().now())) !== null;
    };

    test('DE96: chats.sendPicture refuses what seems to show nudity: it costs nothing, leaves no file, and no one gets it', async () => {
      const [me, other] = await pair();
      const before = files();
      model.says = 'likely';
      const { status, body } = await show(me, other);
      expect([status, body.error?.code]).toEqual([409, 'photo_revealing']);
      await cleanUp();
      expect([(await accountOf(server(), me)).credits, files(), await received(other, me)]).toEqual([9, before, []]);
      expect([model.warmed, model.looked]).toEqual([1, 1]);
    });

    test('DE96: sent anyway it is charged once, and its message says what it may show, to both and after a reload', async () => {
      const [me, other] = await pair();
      model.says = 'likely';
      const sent = await show(me, other, { anyway: '1' });
      const picture = pictureOf(sent);
      expect(picture).toEqual({
        match: expect.stringMatching(/^photos\/[0-9a-f]{32}-640\.webp$/) as unknown,
        blurred: expect.stringMatching(/^photos\/[0-9a-f]{32}-32\.webp$/) as unknown,
        revealing: true,
      });
      expect((await accountOf(server(), me)).credits).toBe(7);
      for (const [as, from] of [[me, other] as const, [other, me] as const])
        expect((await received(as, from)).map((message) => message.picture)).toEqual([picture]);
      const match = picture?.match ?? '';
      expect([await mayOpen(other, match), await mayOpen(await server().member(), match)]).toEqual([true, false]);
    });

    test('DE96: what shows none is sent at once and needs no warning, also sent anyway', async () => {
      const [me, other] = await pair();
      for (const more of [{}, { anyway: '1' } as const])
        expect(pictureOf(await show(me, other, more))).not.toHaveProperty('revealing');
    });

    test('DE96: a photo that the model could not look at is sent, with a warning to who gets it', async () => {
      const [me, other] = await pair();
      model.says = 'unknown';
      expect(pictureOf(await show(me, other))).toMatchObject({ revealing: true });
    });

    test('DE96 DE10: a brand without the guard asks no model', async () => {
      const [me, other] = [await server().member({ credits: 9 }, unguarded), await server().member({}, unguarded)];
      model.says = 'likely';
      expect(pictureOf(await show(me, other, {}, unguarded))).not.toHaveProperty('revealing');
      expect([model.warmed, model.looked]).toEqual([0, 0]);
    });

    test('DE96 CH14 SA4: one that was sent anyway is deleted with its file, and staff see it as evidence', async () => {
      const [me, other] = await pair();
      await cleanUp();
      const before = files();
      model.says = 'likely';
      const { conversation, client_id, seq } = (await show(me, other, { anyway: '1' })).body['message'] as Message;
      const json = { profile: me.id, seq, category: 'sexual', text: '' };
      expect((await server().call('/api/report.php', { as: other, json })).status).toBe(200);
      const support = await addStaff(server(), 'support');
      const about = { brand: siteAt(0).folder };
      const { id } = await server().database.inTenant(tenant, (db) =>
        db.selectFrom('report').select('id').where('reported', '=', me.id).executeTakeFirstOrThrow(),
      );
      const shown = await staffCall(server(), 'reports.show', { ...about, id }, { as: support });
      const { report } = shown.body as { report: { evidence: { messages: { picture: { token: string } }[] } } };
      const token = report.evidence.messages[0]?.picture.token;
      const seen = await staffCall(server(), 'reports.picture', { ...about, id, token }, { as: support });
      expect(seen.body['picture']).toMatch(/^data:image\/webp;base64,/);
      const gone = { method: 'DELETE', as: me, json: { conversation, client_id, scope: 'both' } };
      expect((await server().call('/api/message.php', gone)).status).toBe(204);
      await server().database.inTenant(tenant, (db) => db.deleteFrom('report').execute());
      await cleanUp();
      expect(files()).toBe(before);
    });
  },
  { nudity, sites: sites.map((site) => (site.id === unguarded.id ? unguarded : site)) },
  { DATA_DIR: dataDir },
);
