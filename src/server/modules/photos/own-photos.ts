// Reads the caller's own photos, and keeps order and main photo right after each change.
import type { OwnPhotos } from '#contract/photos';
import { photoLimit } from '#domain/limits';
import type { Ctx } from '../../context.ts';
import type { Db } from '../../db/index.ts';
import { lockMember } from '../../db/lock-account.ts';
import { photoPath } from '../../media/photo-urls.ts';
import { privatePhotoPaths } from '../../media/private-photo-keys.ts';
import { photoAppeals } from './photo-appeals.ts';

export interface Owner {
  readonly id: string;
  readonly paid_user: boolean;
}

export const photosOf = (db: Db, tenant: number, profile: string) =>
  db.selectFrom('photo').where('tenant', '=', tenant).where('profile', '=', profile);

export const mainPhotoOf = async (db: Db, tenant: number, id: string): Promise<string | null> =>
  (
    await db
      .selectFrom('profile')
      .select('main_photo')
      .where('tenant', '=', tenant)
      .where('id', '=', id)
      .executeTakeFirstOrThrow()
  ).main_photo;

export async function readOwnPhotos(db: Db, tenant: number, { id, paid_user }: Owner, now: Date): Promise<OwnPhotos> {
  const main = await mainPhotoOf(db, tenant, id);
  const rows = await photosOf(db, tenant, id)
    .select(['id', 'private', 'status', 'reason', 'token', 'ai'])
    .orderBy('position')
    .orderBy('id')
    .execute();
  const hasRejected = rows.some(({ status }) => status === 'rejected');
  const tokens = hasRejected ? await photoAppeals(db, tenant, id, now) : new Map<string, string>();
  const paths = await privatePhotoPaths(db, { tenant, viewer: id, now });
  const photos = rows.map(({ token, ...row }) => ({
    ...{ ...row, main: row.id === main, match: row.private ? paths.photo(token) : photoPath(token) },
    appeal: row.status === 'rejected' ? (tokens.get(row.id) ?? null) : null,
  }));
  return { photos, limit: photoLimit(paid_user) };
}

/** Runs a change of the caller's photos after those before it, and answers all photos. */
export async function changePhotos(ctx: Ctx, change: (owner: Owner) => Promise<unknown>): Promise<OwnPhotos> {
  const { db, tenant } = ctx;
  const owner = await lockMember(db, tenant, ctx.member().id);
  await change(owner);
  await chooseMain(db, tenant, owner.id);
  ctx.emit({ type: 'user' }, { account: owner.id });
  return readOwnPhotos(db, tenant, owner, ctx.now());
}

/** A main photo that cannot be one any longer is replaced by the first that can. */
export async function chooseMain(db: Db, tenant: number, id: string): Promise<void> {
  const rows = await photosOf(db, tenant, id)
    .select(['id', 'status'])
    .where('private', '=', false)
    .where('status', '!=', 'rejected')
    .orderBy('position')
    .orderBy('id')
    .execute();
  const main = await mainPhotoOf(db, tenant, id);
  if (rows.some((row) => row.id === main)) return;
  // An approved photo is seen at once.
  const next = rows.find(({ status }) => status === 'active') ?? rows[0];
  await setMain(db, tenant, id, next?.id ?? null);
}

export const setMain = (db: Db, tenant: number, id: string, photo: string | null): Promise<unknown> =>
  db.updateTable('profile').set({ main_photo: photo }).where('tenant', '=', tenant).where('id', '=', id).execute();
