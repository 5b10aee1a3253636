// Deletes the pictures that no one sees any more, since both members have deleted the chat after them.
import { sql } from 'kysely';
import type { Db, OpenDatabase } from '../../db/index.ts';
import { deletePicture, emptyMessage } from './chat-pictures.ts';
import { isWithinConversation } from './send-statement.ts';

/** Pictures in one transaction, which holds their conversations. */
const BATCH_SIZE = 20;

/** The rows go here, and with the next job their files, unless a report has them as evidence. */
export async function deleteUnseenPictures(database: OpenDatabase, tenant: number): Promise<void> {
  for (let found = BATCH_SIZE; found === BATCH_SIZE;)
    found = await database.inTenant(tenant, (db) => deleteSome(db, tenant));
}

async function deleteSome(db: Db, tenant: number): Promise<number> {
  const unseen = await db
    .selectFrom('chat_picture as p')
    .innerJoin('conversation as c', (join) =>
      join.onRef('c.tenant', '=', 'p.tenant').onRef('c.id', '=', 'p.conversation'),
    )
    .innerJoin('message as m', (join) =>
      join
        .onRef('m.tenant', '=', 'c.tenant')
        .onRef('m.conversation', '=', 'c.id')
        .onRef('m.picture', '=', 'p.token')
        .on(isWithinConversation(sql`m`, sql`c`)),
    )
    .select(['p.token', 'm.conversation', 'm.seq', 'm.at'])
    .where('p.tenant', '=', tenant)
    .where('c.one_deleted_to', 'is not', null)
    .where('c.two_deleted_to', 'is not', null)
    .whereRef('m.seq', '<=', 'c.one_deleted_to')
    .whereRef('m.seq', '<=', 'c.two_deleted_to')
    // In the order in which all lock conversations.
    .orderBy('c.id')
    .limit(BATCH_SIZE)
    .forNoKeyUpdate('c')
    .execute();
  for (const { token, ...message } of unseen) {
    await emptyMessage(db, { tenant, ...message });
    await deletePicture(db, tenant, token);
  }
  return unseen.length;
}
