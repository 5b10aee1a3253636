// Addresses of photos, and access to them.
import type { MainImage } from '#contract/values';
import type { Db, OpenDatabase } from '../db/index.ts';
import type { PhotoStatus } from '../db/tables.ts';
import { effectiveSession, findSession } from '../auth/sessions.ts';

/** Path below `cdn_prefix`: `photos/<token>-640.webp`. */
export const photoPath = (token: string): string => `photos/${token}-640.webp`;

export function mainImageOf(photo: {
  readonly token: string | null;
  readonly status: PhotoStatus | null;
}): MainImage | null {
  if (!photo.token || !photo.status) return null;
  return {
    filename: `${photo.token}-640.webp`,
    thumb_filename: `${photo.token}-320.webp`,
    status: photo.status,
    match: photoPath(photo.token),
  };
}

/**
 * The stored base name of a photo by its public token, or null when it does not exist or the caller may not view it.
 * Public photos are open to anyone with the address, private ones to their owner and to paying members.
 */
export function photoFile(
  database: OpenDatabase,
  tenant: number,
  token: string,
  sessionHashes: readonly Uint8Array[],
  now: Date,
): Promise<{ file: string; isPrivate: boolean } | null> {
  if (!/^[0-9a-f]{32}$/.test(token)) return Promise.resolve(null);
  return database.inTenant(tenant, async (db) => {
    const photo = await db
      .selectFrom('photo as f')
      .innerJoin('profile as p', (join) => join.onRef('p.tenant', '=', 'f.tenant').onRef('p.id', '=', 'f.profile'))
      .select(['f.file', 'f.private', 'f.status', 'f.profile', 'p.reachable'])
      .where('f.tenant', '=', tenant)
      .where('f.token', '=', token)
      .executeTakeFirst();
    if (!photo) return null;
    const isShown = photo.status === 'active' && photo.reachable;
    if (isShown && !photo.private) return { file: photo.file, isPrivate: false };
    const cookieHash = await effectiveSession(db, tenant, sessionHashes, now);
    const session = cookieHash && (await findSession(db, tenant, cookieHash, now));
    if (!session) return null;
    const isOwn = session.viewer.id === photo.profile;
    const mayView =
      isOwn ||
      (isShown && session.viewer.paid_user && !(await hasBlocked(db, tenant, photo.profile, session.viewer.id)));
    return mayView ? { file: photo.file, isPrivate: true } : null;
  });
}

export async function hasBlocked(db: Db, tenant: number, blocker: string, blocked: string): Promise<boolean> {
  const row = await db
    .selectFrom('block')
    .select('blocker')
    .where('tenant', '=', tenant)
    .where('blocker', '=', blocker)
    .where('blocked', '=', blocked)
    .executeTakeFirst();
  return row !== undefined;
}
