// Access to stored pictures.
import { expect, test } from 'vitest';
import { photoFile } from '#server/modules/photos/photo-access';
import type { Site } from '#site/load';
import { block, type MadeMember, sessionHash } from '../support/members.ts';
import { eachEngine, siteAt } from '../support/server.ts';

eachEngine('photos', (server) => {
  const ask = (token: string, as: MadeMember | null, tenant = siteAt(0).id) =>
    photoFile(server().database, tenant, token, as ? [sessionHash(as)] : [], server().now());

  test('PH3 PH6: a public picture is served by its address, in its own niche only', async () => {
    const { photos } = await server().member({ photos: [{}] });
    const token = photos[0]?.token ?? '';
    expect(await ask(token, null)).toEqual({ file: 'p001', isPrivate: false });
    expect(await ask(token, null, siteAt(1).id)).toBeNull();
    for (const bad of [
      '',
      'p001',
      '../p001',
      token.toUpperCase(),
      `${token}0`,
      crypto.randomUUID().replaceAll('-', ''),
    ])
      expect(await ask(bad, null)).toBeNull();
  });

  test('PH3: the same address in two niches is each niche’s own picture, stored once within a niche', async () => {
    const token = crypto.randomUUID().replaceAll('-', '');
    const store = async (site: Site, file: string): Promise<unknown> => {
      const { id: profile } = await server().member({}, site);
      const photo = { tenant: site.id, id: crypto.randomUUID(), profile, token, file };
      return server().database.inTenant(site.id, (db) => db.insertInto('photo').values(photo).execute());
    };
    await store(siteAt(0), 'p001');
    await store(siteAt(1), 'p002');
    expect(await ask(token, null)).toEqual({ file: 'p001', isPrivate: false });
    expect(await ask(token, null, siteAt(1).id)).toEqual({ file: 'p002', isPrivate: false });
    await expect(store(siteAt(0), 'p003')).rejects.toMatchObject({ code: '23505' });
  });

  test('E1 PH4: a private picture is served to its owner and to paying members, except those the owner blocked', async () => {
    const owner = await server().member({ photos: [{ private: true }] });
    const token = owner.photos[0]?.token ?? '';
    const [free, paid, blocked] = [
      await server().member(),
      await server().member({ paid_user: true }),
      await server().member({ paid_user: true }),
    ];
    await block(server().database, siteAt(0), owner.id, blocked.id);
    for (const viewer of [null, free, blocked, await server().member({ paid_user: true }, siteAt(1))])
      expect(await ask(token, viewer)).toBeNull();
    for (const viewer of [owner, paid]) expect(await ask(token, viewer)).toEqual({ file: 'p001', isPrivate: true });
  });

  test('E1 PH5: of a private picture any member may have the locked form, except those the owner blocked', async () => {
    const owner = await server().member({ photos: [{ private: true }, { private: true, status: 'pending' }] });
    const [shown = '', pending = ''] = owner.photos.map(({ token }) => token);
    const [free, blocked] = [await server().member(), await server().member()];
    await block(server().database, siteAt(0), owner.id, blocked.id);
    const locked = (token: string, as: MadeMember | null) => {
      const hashes = as ? [sessionHash(as)] : [];
      return photoFile(server().database, siteAt(0).id, token, hashes, server().now(), true);
    };
    expect(await locked(shown, free)).toEqual({ file: 'p001', isPrivate: true });
    for (const viewer of [null, blocked]) expect(await locked(shown, viewer)).toBeNull();
    expect(await locked(pending, free)).toBeNull();
    expect(await ask(shown, free)).toBeNull();
  });

  test('PH2 DB11: of a member whose premium ended others see three photos, the member all of them', async () => {
    const photos = Array.from({ length: 5 }, () => ({}));
    const [ended, premium] = [await server().member({ photos }), await server().member({ photos, paid_user: true })];
    const viewer = await server().member();
    const seen = async (as: MadeMember, id: string): Promise<number> => {
      const { body } = await server().call('/api/member.php', { as, query: `id=${id}` });
      return (body as { member?: { photos: unknown[] } }).member?.photos.length ?? 0;
    };
    expect([await seen(viewer, ended.id), await seen(viewer, premium.id), await seen(ended, ended.id)]).toEqual([
      3, 5, 5,
    ]);
  });

  test('PH9: a picture of a suspended account, or of one being deleted, is shown to no one', async () => {
    const paid = await server().member({ paid_user: true });
    for (const status of ['suspended', 'pending_deletion'] as const) {
      const owner = await server().member({ status, photos: [{}, { private: true }] });
      for (const { token } of owner.photos)
        for (const viewer of [null, paid, owner]) expect(await ask(token, viewer)).toBeNull();
    }
  });

  test('PH9: an unapproved picture, or one of a disabled profile, is served to its owner only', async () => {
    const owner = await server().member({ photos: [{ status: 'pending' }] });
    const hidden = await server().member({ photos: [{}], profile_status: 'disabled' });
    const paid = await server().member({ paid_user: true });
    for (const { photos } of [owner, hidden]) {
      expect(await ask(photos[0]?.token ?? '', null)).toBeNull();
      expect(await ask(photos[0]?.token ?? '', paid)).toBeNull();
    }
    expect(await ask(owner.photos[0]?.token ?? '', owner)).toEqual({ file: 'p001', isPrivate: true });
  });
});
