// Decisions about photos: what waits, approving and rejecting, who is told, and what is recorded.
import { mkdtempSync, rmSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sharp from 'sharp';
import { afterAll, expect, test } from 'vitest';
import type { OwnPhotos } from '#contract/photos';
import type { MadeMember } from '../support/members.ts';
import { operate as operateOn, typedOrder } from '../support/operator.ts';
import { eachEngine, siteAt } from '../support/server.ts';

const tenant = siteAt(0).id;
const dataDir = mkdtempSync(join(tmpdir(), 'matchloom-photos-'));
afterAll(() => rmSync(dataDir, { recursive: true, force: true }));
/** Each photo is another one, since those that look like a rejected one are refused. */
let next = 40;

eachEngine(
  'photo moderation',
  (server) => {
    const upload = async (as: MadeMember): Promise<void> => {
      const headers = { 'content-type': 'image/webp' };
      const body = new Uint8Array(await readFile(`demo/pictures/p0${(next += 1)}-640.webp`));
      expect((await server().call('/api/photo.php', { as, body, headers })).status).toBe(200);
    };
    const own = async (as: MadeMember) =>
      ((await server().call('/api/photos.php', { as })).body as unknown as OwnPhotos).photos;
    const seenBy = async (as: MadeMember, id: string): Promise<string> =>
      JSON.stringify((await server().call('/api/member.php', { as, query: `id=${id}` })).body);
    const operate = (line: string): Promise<string[]> => operateOn(server(), line);
    const recorded = () =>
      server().database.inTenant(tenant, (db) => db.selectFrom('moderation').selectAll().orderBy('at').execute());

    test('PH7 PH9: an uploaded photo waits, unseen by others, until a person approves it', async () => {
      const [me, other] = [await server().member(), await server().member()];
      await upload(me);
      const [photo] = await own(me);
      const [id, match] = [photo?.id ?? '', photo?.match ?? ''];
      expect([photo?.status, photo?.main, await seenBy(other, me.id)]).toEqual([
        'pending',
        true,
        expect.not.stringContaining(match),
      ]);
      const [line] = await operate('queue');
      expect(line).toMatch(new RegExp(`^${id}  ${siteAt(0).folder}  .*  free  ${me.name}  .*-1280\\.webp$`));
      expect(await operate(`photo approve ${id} --as Kim --note "Checked twice"`)).toEqual([
        `${siteAt(0).folder}: pending → active`,
      ]);
      expect([(await own(me))[0]?.status, await operate('queue')]).toEqual(['active', ['No photo waits.']]);
      expect(await seenBy(other, me.id)).toContain(match);
      expect((await recorded()).at(-1)).toMatchObject({
        operator: 'Kim',
        action: 'approve_photo',
        note: 'Checked twice',
        photo: id,
        account: me.id,
      });
      await server().runJobs();
      expect(server().mails.filter(({ to }) => to === me.email)).toEqual([]);
    });

    test('PH7 PH9: a rejected photo shows its owner the reason, is no main photo, and is told by mail with the way to object', async () => {
      const [me, other] = [await server().member(), await server().member()];
      await upload(me);
      await upload(me);
      const [first, second] = await own(me);
      for (const photo of [first, second]) await operate(`photo approve ${photo?.id} --as Kim`);
      await operate(`photo reject ${first?.id} --as Robin --because unclear`);
      const after = await own(me);
      expect(after.map(({ status, reason, main }) => [status, reason, main])).toEqual([
        ['rejected', 'unclear', false],
        ['active', null, true],
      ]);
      expect(await seenBy(other, me.id)).not.toContain(first?.match);
      await server().runJobs();
      const mails = server().mails.filter(({ to }) => to === me.email);
      expect(mails).toHaveLength(1);
      expect(mails[0]?.text).toMatch(
        /hard to make out[^]*A person looked[^]*\/profile[^]*you can appeal[^]*\/appeal\?token=[^]*court/,
      );
      expect((await recorded()).at(-1)).toMatchObject({ operator: 'Robin', action: 'reject_photo', reason: 'unclear' });
      const chosen = await server().call('/api/main-photo.php', { as: me, method: 'PUT', json: { id: first?.id } });
      expect(chosen.status).toBe(422);
    });

    test('PH9: a decision taken twice is recorded and told once; one about no photo is refused', async () => {
      const me = await server().member();
      await upload(me);
      const id = (await own(me))[0]?.id;
      const before = (await recorded()).length;
      for (let n = 0; n < 2; n += 1) await operate(`photo reject ${id} --as Kim --because minor`);
      await server().runJobs();
      expect([(await recorded()).length - before, server().mails.filter(({ to }) => to === me.email).length]).toEqual([
        1, 1,
      ]);
      await expect(operate(`photo approve ${crypto.randomUUID()} --as Kim`)).rejects.toThrow('There is no photo');
    });

    test('PH9: a picture that looks like a rejected one is refused, until that one is approved after all', async () => {
      const face = await readFile('demo/pictures/p020-640.webp');
      const smaller = await sharp(face).resize(520).jpeg({ quality: 60 }).toBuffer();
      const send = async (as: MadeMember, body: Buffer): Promise<unknown> => {
        const headers = { 'content-type': 'image/webp' };
        const { status, body: answer } = await server().call('/api/photo.php', {
          as,
          body: new Uint8Array(body),
          headers,
        });
        return answer.error?.code ?? status;
      };
      const [me, other] = [await server().member(), await server().member()];
      expect(await send(me, face)).toBe(200);
      const id = (await own(me))[0]?.id ?? '';
      await operate(`photo reject ${id} --as Kim --because revealing`);
      expect([await send(me, smaller), await send(other, smaller)]).toEqual(Array(2).fill('photo_rejected_before'));
      expect(await send(other, await readFile('demo/pictures/p033-640.webp'))).toBe(200);
      await operate(`photo approve ${id} --as Robin`);
      await operate(`photo reject ${id} --as Robin --because someone_else`);
      expect([await send(me, smaller), await send(other, smaller)]).toEqual(['photo_rejected_before', 200]);
      await operate(`photo approve ${id} --as Robin`);
      expect(await send(me, smaller)).toBe('photo_of_another');
      const json = { id: (await own(other)).at(-1)?.id };
      await server().call('/api/photo.php', { as: other, method: 'DELETE', json });
      expect(await send(me, smaller)).toBe(200);
    });

    test('PH9: what an operator types is checked', () => {
      const id = crypto.randomUUID();
      const wrong: Readonly<Record<string, string>> = {
        '': 'The first word is inbox, queue',
        [`photo keep ${id} --as Kim`]: 'approve, reject',
        'photo approve 7 --as Kim': 'no id',
        [`photo approve ${id}`]: '--as',
        [`photo reject ${id} --as Kim`]: '--because',
        [`photo reject ${id} --as Kim --because ugly`]: '--because',
        [`photo approve ${id} --as Kim --because minor`]: 'Only a rejection',
      };
      for (const [line, message] of Object.entries(wrong)) expect(() => typedOrder(line)).toThrow(message);
    });
  },
  {},
  { DATA_DIR: dataDir, PHOTO_APPROVAL: 'manual' },
);
