// Access to stored pictures.
import { expect, test } from 'vitest';
import { privatePhotoPaths } from '#server/media/private-photo-keys';
import { LOCKED_FORM } from '#server/media/photo-forms';
import { photoAddress } from '#server/media/serve-photos';
import { photoFile } from '#server/modules/photos/photo-access';
import type { Site } from '#site/load';
import { block, type MadeMember, sessionHash } from '../support/members.ts';
import { eachEngine, siteAt } from '../support/server.ts';

eachEngine('photos', (server) => {
  const ask = (token: string, as: MadeMember | null, tenant = siteAt(0).id) =>
    photoFile(server().database, tenant, token, as ? [sessionHash(as)] : [], server().now());
  /** By an address, as it stands in an answer. */
  const open = (match: string, as: MadeMember | null) => {
    const { token = '', key = null, form } = photoAddress(`/media/${match}`) ?? {};
    const asked = { isLocked: form === LOCKED_FORM, key };
    return photoFile(server().database, siteAt(0).id, token, as ? [sessionHash(as)] : [], server().now(), asked);
  };
  /** The addresses of a private photo that `viewer` would get. */
  const pathsFor = ({ id: viewer }: MadeMember, tenant = siteAt(0).id) =>
    server().database.inTenant(tenant, (db) => privatePhotoPaths(db, { tenant, viewer, now: server().now() }));
  const PRIVATE = { file: 'p001', isPrivate: true };

  test('PH3 PH6: the picture that visitors may see is served by its address, in its own niche only', async () => {
    const { photos } = await server().member({ photos: [{}], show_to_visitors: true });
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
      const { id: profile, cookie } = await server().member({}, site);
      const photo = { tenant: site.id, id: crypto.randomUUID(), profile, token, file };
      await server().database.inTenant(site.id, (db) => db.insertInto('photo').values(photo).execute());
      return photoFile(server().database, site.id, token, [sessionHash({ cookie })], server().now());
    };
    expect(await store(siteAt(0), 'p001')).toEqual({ file: 'p001', isPrivate: false });
    expect(await store(siteAt(1), 'p002')).toEqual({ file: 'p002', isPrivate: false });
    await expect(store(siteAt(0), 'p003')).rejects.toMatchObject({ code: '23505' });
  });

  test('D6 D8 DE72: a free picture is served to members but those its owner blocked, and to visitors where they may see it', async () => {
    const photos = [{}, {}];
    const [owner, shown, fictional] = [
      await server().member({ photos }),
      await server().member({ photos, show_to_visitors: true }),
      await server().member({ photos, fictional: true }),
    ];
    const [viewer, blocked] = [await server().member(), await server().member()];
    for (const { id } of [owner, shown]) await block(server().database, siteAt(0), id, blocked.id);
    const seen = async (of: MadeMember, as: MadeMember | null) =>
      Promise.all(of.photos.map(async ({ token }) => (await ask(token, as)) !== null));
    for (const of of [owner, shown, fictional]) expect(await seen(of, viewer)).toEqual([true, true]);
    for (const of of [owner, shown]) expect(await seen(of, blocked)).toEqual([false, false]);
    expect(await seen(owner, owner)).toEqual([true, true]);
    // Of a profile that visitors may see they get the main picture only.
    for (const of of [shown, fictional]) expect(await seen(of, null)).toEqual([true, false]);
    expect(await seen(owner, null)).toEqual([false, false]);
  });

  test('E1 PH4: a private picture is served to its owner and to paying members, except those the owner blocked', async () => {
    const owner = await server().member({ photos: [{ private: true }] });
    const token = owner.photos[0]?.token ?? '';
    const [free, paid, blocked, elsewhere] = [
      await server().member(),
      await server().member({ paid_user: true }),
      await server().member({ paid_user: true }),
      await server().member({ paid_user: true }, siteAt(1)),
    ];
    await block(server().database, siteAt(0), owner.id, blocked.id);
    for (const viewer of [free, blocked, elsewhere])
      expect(await open((await pathsFor(viewer)).photo(token), viewer)).toBeNull();
    for (const viewer of [owner, paid])
      expect(await open((await pathsFor(viewer)).photo(token), viewer)).toEqual(PRIVATE);
  });

  test('E1 F8 PH4: the address of a private picture opens it for the member who got it, and for half a day', async () => {
    server().holdClock();
    const owner = await server().member({ photos: [{ private: true }] });
    const [paid, other] = [await server().member({ paid_user: true }), await server().member({ paid_user: true })];
    const { body } = await server().call('/api/member.php', { as: paid, query: `id=${owner.id}` });
    const match = (body['member'] as { photos: { match: string }[] }).photos[0]?.match ?? '';
    const own = await server().call('/api/photos.php', { as: owner });
    const mine = (own.body['photos'] as { match: string }[])[0]?.match ?? '';
    expect([await open(match, paid), await open(mine, owner)]).toEqual([PRIVATE, PRIVATE]);
    const token = owner.photos[0]?.token ?? '';
    const signed = /-([0-9a-f]{32})-/.exec(match)?.[1] ?? '';
    const later = match.replace(/-(\d{6})-/, (_, hour: string) => `-${Number(hour) + 1}-`);
    const locked = match.replace('-640', '-32');
    const forged = match.replace(signed, '0'.repeat(32));
    for (const wrong of [`photos/${token}-640.webp`, later, locked, forged]) expect(await open(wrong, paid)).toBeNull();
    for (const viewer of [null, other, owner]) expect(await open(match, viewer)).toBeNull();
    expect(await open((await pathsFor(paid, siteAt(1).id)).photo(token), paid)).toBeNull();
    server().advance(12 * 3600);
    expect(await open(match, paid)).toEqual(PRIVATE);
    server().advance(3600);
    expect([await open(match, paid), await open(mine, owner)]).toEqual([null, null]);
  });

  test('E1 D5 PH5: of a private picture any member may have the locked form, except those the owner blocked', async () => {
    const owner = await server().member({ photos: [{ private: true }, { private: true, status: 'pending' }] });
    const [shown = '', pending = ''] = owner.photos.map(({ token }) => token);
    const [free, blocked] = [await server().member(), await server().member()];
    await block(server().database, siteAt(0), owner.id, blocked.id);
    const locked = async (token: string, as: MadeMember) => open((await pathsFor(as)).locked(token), as);
    expect(await locked(shown, free)).toEqual(PRIVATE);
    expect(await locked(shown, blocked)).toBeNull();
    expect(await locked(pending, free)).toBeNull();
    const path = (await pathsFor(free)).locked(shown);
    expect([await open(path, null), await open(path.replace('-32', '-640'), free)]).toEqual([null, null]);
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
      const owner = await server().member({ status, show_to_visitors: true, photos: [{}, { private: true }] });
      const [free = '', hidden = ''] = owner.photos.map(({ token }) => token);
      for (const viewer of [null, paid, owner]) expect(await ask(free, viewer)).toBeNull();
      for (const viewer of [paid, owner]) expect(await open((await pathsFor(viewer)).photo(hidden), viewer)).toBeNull();
    }
  });

  test('PH9: an unapproved picture, or one of a disabled profile, is served to its owner only', async () => {
    const owner = await server().member({ photos: [{ status: 'pending' }] });
    const hidden = await server().member({ photos: [{}], profile_status: 'disabled', show_to_visitors: true });
    const paid = await server().member({ paid_user: true });
    for (const { photos } of [owner, hidden]) {
      expect(await ask(photos[0]?.token ?? '', null)).toBeNull();
      expect(await ask(photos[0]?.token ?? '', paid)).toBeNull();
    }
    expect(await ask(owner.photos[0]?.token ?? '', owner)).toEqual({ file: 'p001', isPrivate: true });
  });
});
