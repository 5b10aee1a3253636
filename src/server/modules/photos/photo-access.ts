// Who may open the file of a photo, or of a picture or a recording in a chat.
import { type RawBuilder, sql } from 'kysely';
import type { Db, OpenDatabase } from '../../db/index.ts';
import { effectiveSession, findSession, LIVE_STATUSES, type Viewer } from '../../auth/sessions.ts';
import { chatPictureNames } from '../../media/photo-urls.ts';
import { opensPrivatePhoto } from '../../media/private-photo-keys.ts';
import { isHistoryHidden } from '../chats/history.ts';
import { relationship } from '../members/relationship.ts';

/** What of a photo is asked for: the small form of a locked one, and what its address says beside its token. */
interface AskedForm {
  readonly isLocked?: boolean;
  readonly key?: string | null;
}

/**
 * The stored base name of a photo by its public token, or null when it does not exist or the caller may not view it.
 * A free photo is open to members that its owner has not blocked, and to visitors where a visitor may see the profile (decisions E72).
 * A private one is open by an address of its own (src/server/media/private-photo-keys.ts): to its owner and to paying members, and its
 * locked form to all members but those the owner blocked.
 */
export function photoFile(
  database: OpenDatabase,
  tenant: number,
  token: string,
  sessionHashes: readonly Uint8Array[],
  now: Date,
  { isLocked = false, key = null }: AskedForm = {},
): Promise<{ file: string; isPrivate: boolean } | null> {
  if (!/^[0-9a-f]{32}$/.test(token)) return Promise.resolve(null);
  return database.inTenant(tenant, async (db) => {
    const photo = await readPhoto(db, { tenant, token, sessionHashes, now });
    if (!photo) return chatPictureFile(db, tenant, token, sessionHashes, now);
    const isShown = photo.status === 'active' && photo.reachable;
    if (isShown && !photo.private) {
      const isOpen = photo.is_member ? !photo.is_blocked : photo.is_for_visitors;
      return isOpen ? { file: photo.file, isPrivate: false } : null;
    }
    const viewer = await viewerOf(db, tenant, sessionHashes, now);
    if (!viewer) return null;
    const reader = { tenant, viewer: viewer.id, now };
    if (photo.private && !(key !== null && (await opensPrivatePhoto(db, reader, { token, key, isLocked }))))
      return null;
    const isOwn = viewer.id === photo.profile;
    const mayView =
      isOwn || (isShown && (isLocked || viewer.paid_user) && !(await hasBlocked(db, tenant, photo.profile, viewer.id)));
    return mayView ? { file: photo.file, isPrivate: true } : null;
  });
}

interface PhotoQuery {
  readonly tenant: number;
  readonly token: string;
  readonly sessionHashes: readonly Uint8Array[];
  readonly now: Date;
}

/** The photo, and who asks for it, in one statement: a page has many. */
const readPhoto = (db: Db, { tenant, token, sessionHashes, now }: PhotoQuery) => {
  const sessions = liveSessions(tenant, sessionHashes, now);
  return db
    .selectFrom('photo as f')
    .innerJoin('profile as p', (join) => join.onRef('p.tenant', '=', 'f.tenant').onRef('p.id', '=', 'f.profile'))
    .select(['f.file', 'f.private', 'f.status', 'f.profile', 'p.reachable'])
    .select([
      sql<boolean>`p.visible and (p.fictional or p.show_to_visitors) and p.main_photo = f.id`.as('is_for_visitors'),
      sql<boolean>`exists (${sessions})`.as('is_member'),
      sql<boolean>`exists (${sessions} and exists (select from block b
        where b.tenant = s.tenant and b.blocker = f.profile and b.blocked = s.account))`.as('is_blocked'),
    ])
    .where('f.tenant', '=', tenant)
    .where('f.token', '=', token)
    .executeTakeFirst();
};

const liveSessions = (tenant: number, hashes: readonly Uint8Array[], now: Date): RawBuilder<unknown> => {
  const isOne = hashes.length === 0 ? sql`false` : sql`s.token_hash in (${sql.join(hashes)})`;
  return sql`select from session s join account a on a.tenant = s.tenant and a.id = s.account
    where s.tenant = ${tenant} and ${isOne} and s.expires_at > ${now} and a.status in (${sql.join(LIVE_STATUSES)})`;
};

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
  const picture = viewer && (await findChatPicture(db, tenant, token));
  if (!picture || !(await mayReadChat(db, tenant, viewer, picture.conversation, now))) return null;
  return { file: picture.file, isPrivate: true };
}

const findChatPicture = (db: Db, tenant: number, token: string) =>
  db
    .selectFrom('chat_picture')
    .select(['file', 'conversation'])
    .where('tenant', '=', tenant)
    .where('token', 'in', Object.values(chatPictureNames(token)))
    .executeTakeFirst();

async function mayReadChat(db: Db, tenant: number, viewer: Viewer, conversation: string, now: Date): Promise<boolean> {
  const between = await relationship(db, tenant, viewer.id, { conversation });
  return Boolean(between && !between.blocked && between.last_at && !isHistoryHidden(between.last_at, now));
}

/** The stored name of a recording, or null when it does not exist or the caller may not hear it, by the same rule. */
export const voiceFile = (
  database: OpenDatabase,
  tenant: number,
  name: string,
  sessionHashes: readonly Uint8Array[],
  now: Date,
): Promise<string | null> =>
  database.inTenant(tenant, async (db) => {
    const viewer = await viewerOf(db, tenant, sessionHashes, now);
    if (!viewer) return null;
    const voice = await db
      .selectFrom('chat_voice')
      .select(['file', 'conversation'])
      .where('tenant', '=', tenant)
      .where('name', '=', name)
      .executeTakeFirst();
    return voice && (await mayReadChat(db, tenant, viewer, voice.conversation, now)) ? voice.file : null;
  });

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
