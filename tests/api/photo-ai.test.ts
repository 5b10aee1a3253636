// A photo that said that it is of AI is labelled, for its owner and for others.
import { expect, test } from 'vitest';
import type { Member } from '#contract/members';
import type { OwnPhotos } from '#contract/photos';
import * as pictures from '../support/pictures.ts';
import { eachEngine } from '../support/server.ts';

eachEngine('photos of AI', (server) => {
  test('PH8: photos.upload keeps the mark of a picture, which photos.list and members.view answer', async () => {
    const me = await server().member();
    const send = async (picture: Buffer): Promise<void> => {
      const headers = { 'content-type': 'image/jpeg' };
      const answer = await server().call('/api/photo.php', { as: me, body: new Uint8Array(picture), headers });
      expect(answer.status).toBe(200);
    };
    await send(await pictures.sourceTypePicture('jpeg', 'trainedAlgorithmicMedia'));
    await send(await pictures.jpeg());
    const own = (await server().call('/api/photos.php', { as: me })).body as unknown as OwnPhotos;
    expect(own.photos.map(({ ai }) => ai)).toEqual([true, false]);
    const { body } = await server().call('/api/member.php', { as: await server().member(), query: `id=${me.id}` });
    const shown = body['member'] as Member;
    expect(shown.photos.map(({ ai }) => ai)).toEqual([true, false]);
    expect(shown.main_image?.ai).toBe(true);
    const main = own.photos.find(({ ai }) => !ai)?.id;
    await server().call('/api/main-photo.php', { as: me, method: 'PUT', json: { id: main } });
    const again = (await server().call('/api/member.php', { as: await server().member(), query: `id=${me.id}` })).body;
    expect((again['member'] as Member).main_image?.ai).toBe(false);
  });
});
