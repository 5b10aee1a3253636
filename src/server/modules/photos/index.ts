// Handlers of contract/photos: one's own photos, their order, access and main photo.
import type { OwnPhotos, photos } from '#contract/photos';
import type { Ctx, Handlers } from '../../context.ts';
import { newToken } from '../../media/photo-urls.ts';
import { photoCleanup } from '../../media/stray-photos.ts';
import type { Services } from '../../services.ts';
import { changePhotos, photosOf, readOwnPhotos, setMain } from './own-photos.ts';
import { upload } from './upload.ts';

export function photoHandlers(services: Services): Handlers<typeof photos> {
  return {
    list: (ctx) => readOwnPhotos(ctx.db, ctx.tenant, ctx.member(), ctx.now()),
    upload: { transactions: 'staged', handle: (ctx) => upload(services, ctx) },
    remove: (ctx, { id }) => remove(services, ctx, id),
    setAccess: (ctx, { id, private: isPrivate }) => setAccess(ctx, id, isPrivate),
    sort: (ctx, { ids }) => sort(ctx, ids),
    setMain: (ctx, { id }) => chooseAsMain(ctx, id),
  };
}

/** One that is gone already is no error: two tabs may remove it. */
async function remove({ queue }: Services, ctx: Ctx, photo: string): Promise<OwnPhotos> {
  const { db, tenant } = ctx;
  return changePhotos(ctx, async ({ id }) => {
    await db
      .deleteFrom('photo')
      .where('tenant', '=', tenant)
      .where('profile', '=', id)
      .where('id', '=', photo)
      .execute();
    await queue.add(db, photoCleanup, { tenant });
  });
}

/** It gets a new address, so that the old one shows nothing any longer. */
async function setAccess(ctx: Ctx, photo: string, isPrivate: boolean): Promise<OwnPhotos> {
  const { db, tenant } = ctx;
  return changePhotos(ctx, async ({ id }) => {
    if (!(await hasPhoto(ctx, id, photo))) throw ctx.refuse('not_found');
    await db
      .updateTable('photo')
      .set({ private: isPrivate, token: newToken() })
      .where('tenant', '=', tenant)
      .where('id', '=', photo)
      .where('private', '!=', isPrivate)
      .execute();
  });
}

async function hasPhoto({ db, tenant }: Ctx, owner: string, photo: string): Promise<boolean> {
  const row = await photosOf(db, tenant, owner).select('id').where('id', '=', photo).executeTakeFirst();
  return row !== undefined;
}

/** Photos that are not named, such as one that another tab has just added, stay behind. */
async function sort(ctx: Ctx, ids: readonly string[]): Promise<OwnPhotos> {
  const { db, tenant } = ctx;
  return changePhotos(ctx, async ({ id }) => {
    const rows = await photosOf(db, tenant, id).select('id').orderBy('position').orderBy('id').execute();
    const wanted = ids.map((each) => each.toLowerCase());
    const placeOf = (photo: string): number => (wanted.includes(photo) ? wanted.indexOf(photo) : wanted.length);
    const sorted = rows.toSorted((a, b) => placeOf(a.id) - placeOf(b.id));
    for (const [position, { id: photo }] of sorted.entries())
      await db.updateTable('photo').set({ position }).where('tenant', '=', tenant).where('id', '=', photo).execute();
  });
}

async function chooseAsMain(ctx: Ctx, photo: string): Promise<OwnPhotos> {
  const { db, tenant } = ctx;
  return changePhotos(ctx, async ({ id }) => {
    const row = await photosOf(db, tenant, id)
      .select(['id', 'private', 'status'])
      .where('id', '=', photo)
      .executeTakeFirst();
    if (!row) throw ctx.refuse('not_found');
    if (row.private || row.status === 'rejected') throw ctx.refuse('invalid', { fields: { id: 'not_allowed' } });
    await setMain(db, tenant, id, row.id);
  });
}
