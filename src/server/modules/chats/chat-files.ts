// The rows of pictures and recordings in chats: their files follow them (src/server/media/stray-photos.ts).
import type { Db } from '../../db/index.ts';
import { lockAccount } from '../../db/lock-account.ts';
import type { MessageTable } from '../../db/tables/message.ts';
import { storeAndPublish } from '../../live/hub.ts';
import { type MessageContent, NO_FILES } from './content.ts';

/** Deletes the picture or the recording of a message, if it had one; a job deletes its files. */
export async function deleteFilesOf(
  db: Db,
  tenant: number,
  { picture, voice }: Pick<MessageContent, 'picture' | 'voice'>,
): Promise<void> {
  if (picture !== null)
    await db.deleteFrom('chat_picture').where('tenant', '=', tenant).where('token', '=', picture).execute();
  if (voice !== null)
    await db.deleteFrom('chat_voice').where('tenant', '=', tenant).where('name', '=', voice).execute();
}

interface Message extends Pick<MessageTable, 'seq' | 'at'> {
  readonly tenant: number;
  readonly conversation: string;
}

/** Takes what a message says from both members, and the reaction to it. */
export async function emptyMessage(db: Db, { tenant, conversation, seq, at }: Message): Promise<void> {
  await db
    .updateTable('message')
    .set({ deleted: 'both', text: '', ...NO_FILES, quote: null })
    .where('tenant', '=', tenant)
    .where('conversation', '=', conversation)
    .where('seq', '=', seq)
    .where('at', '=', at)
    .execute();
  await db
    .deleteFrom('reaction')
    .where('tenant', '=', tenant)
    .where('conversation', '=', conversation)
    .where('seq', '=', seq)
    .execute();
}

/**
 * Takes the picture that `sender` sent from both members, as a person decided, and answers its likeness. Null when it is gone
 * already. Its files stay as long as a report has them as evidence.
 */
export async function removeSentPicture(
  db: Db,
  { tenant, sender, token, now }: { tenant: number; sender: string; token: string; now: Date },
): Promise<{ readonly hash: string | null } | null> {
  await lockAccount(db, tenant, sender);
  const found = await db
    .selectFrom('chat_picture as p')
    .innerJoin('conversation as c', (join) =>
      join.onRef('c.tenant', '=', 'p.tenant').onRef('c.id', '=', 'p.conversation'),
    )
    .select(['c.id as conversation', 'c.one', 'c.two', 'c.created_at', 'p.hash'])
    .where('p.tenant', '=', tenant)
    .where('p.token', '=', token)
    .where('p.sender', '=', sender)
    .forNoKeyUpdate('c')
    .executeTakeFirst();
  if (!found) return null;
  const { conversation, one, two, hash } = found;
  const message = await db
    .selectFrom('message')
    .select(['seq', 'at'])
    .where('tenant', '=', tenant)
    .where('conversation', '=', conversation)
    .where('at', '>=', found.created_at)
    .where('picture', '=', token)
    .executeTakeFirst();
  if (!message) return null;
  await emptyMessage(db, { tenant, conversation, ...message });
  await deleteFilesOf(db, tenant, { picture: token, voice: null });
  const event = { type: 'message_deleted', conversation, seq: message.seq, scope: 'both' } as const;
  await storeAndPublish(
    db,
    tenant,
    now,
    [one, two].map((account) => [event, { account }]),
  );
  return { hash };
}
