// Who may open the file of a photo or of a picture in a chat.
import type { Db, OpenDatabase } from '../../db/index.ts';
import { effectiveSession, findSession, type Viewer } from '../../auth/sessions.ts';
import { isHistoryHidden } from '../chats/history.ts';
import { relationship } from '../members/relationship.ts';

/**
 * The stored base name of a photo by its public token, or null when it does not exist or the caller may not view it.
 * Public photos are open to anyone with the address, private ones to their owner and to paying members, and their locked form
 * (`isLocked`) to all members but those the owner blocked.
 */
export function photoFile(
  database: OpenDatabase,
  tenant: number,
  token: string,
  sessionHashes: readonly Uint8Array[],
  now: Date,
  isLocked = false,
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
    if (!photo) return chatPictureFile(db, tenant, token, sessionHashes, now);
    const isShown = photo.status === 'active' && photo.reachable;
    if (isShown && !photo.private) return { file: photo.file, isPrivate: false };
    const viewer = await viewerOf(db, tenant, sessionHashes, now);
    if (!viewer) return null;
    const isOwn = viewer.id === photo.profile;
    const mayView =
      isOwn || (isShown && (isLocked || viewer.paid_user) && !(await hasBlocked(db, tenant, photo.profile, viewer.id)));
    return mayView ? { file: photo.file, isPrivate: true } : null;
  });
}

async function viewerOf(
  db: Db,
  tenant: number,
  sessionHashes: readonly Uint8Array[],
  now: Date,
): Promise<Viewer | null> {
  const cookieHash = await effectiveSession(db, tenant, sessionHashes, now);
  return (cookieHash && (await findSession(db, tenant, cookieHash, now)))?.viewer ?? null;
}

/** A picture in a chat is served to its two members, as long as they may read the chat. */
async function chatPictureFile(
  db: Db,
  tenant: number,
  token: string,
  sessionHashes: readonly Uint8Array[],
  now: Date,
): Promise<{ file: string; isPrivate: true } | null> {
  const viewer = await viewerOf(db, tenant, sessionHashes, now);
  const picture = viewer && (await chatPictureOf(db, tenant, token));
  if (!picture) return null;
  const between = await relationship(db, tenant, viewer.id, { conversation: picture.conversation });
  if (!between || between.blocked || !between.last_at || isHistoryHidden(between.last_at, now)) return null;
  return { file: picture.file, isPrivate: true };
}

const chatPictureOf = (db: Db, tenant: number, token: string) =>
  db
    .selectFrom('chat_picture')
    .select(['file', 'conversation'])
    .where('tenant', '=', tenant)
    .where('token', '=', token)
    .executeTakeFirst();

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
