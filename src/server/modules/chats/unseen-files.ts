// Deletes the pictures and recordings that no one sees any more, since both members have deleted the chat after them.
import { sql } from 'kysely';
import type { Db, OpenDatabase } from '../../db/index.ts';
import { deleteFilesOf, emptyMessage } from './chat-files.ts';
import type { MessageContent } from './content.ts';
import { isWithinConversation } from './send-statement.ts';

/** Files in one transaction, which holds their conversations. */
const BATCH_SIZE = 20;

/** The rows go here, and with the next job their files, unless a report has them as evidence. */
export async function deleteUnseenFiles(database: OpenDatabase, tenant: number): Promise<void> {
  for (const [table, key, column] of FILES)
    for (let found = BATCH_SIZE; found === BATCH_SIZE;)
      found = await database.inTenant(tenant, (db) => deleteSome(db, tenant, { table, key, column }));
}

/** The tables, the key of each, and the column of a message that has it. */
const FILES = [
  ['chat_picture', 'token', 'picture'],
  ['chat_voice', 'name', 'voice'],
] as const;

interface Unseen extends Pick<MessageContent, 'picture' | 'voice'> {
  readonly conversation: string;
  readonly seq: number;
  readonly at: Date;
}

async function deleteSome(
  db: Db,
  tenant: number,
  { table, key, column }: { readonly table: string; readonly key: string; readonly column: string },
): Promise<number> {
  // Conversations are locked in the order in which all lock them.
  const { rows } = await sql<Unseen>`
    select m.picture, m.voice, m.conversation, m.seq, m.at
    from ${sql.table(table)} f
    join conversation c on c.tenant = f.tenant and c.id = f.conversation
    join message m on m.tenant = c.tenant and m.conversation = c.id and ${sql.ref(`m.${column}`)} = ${sql.ref(`f.${key}`)}
      and ${isWithinConversation(sql`m`, sql`c`)}
    where f.tenant = ${tenant}::smallint and c.one_deleted_to is not null and c.two_deleted_to is not null
      and m.seq <= c.one_deleted_to and m.seq <= c.two_deleted_to
    order by c.id limit ${BATCH_SIZE}::int for no key update of c`.execute(db);
  for (const { picture, voice, ...message } of rows) {
    await emptyMessage(db, { tenant, ...message });
    await deleteFilesOf(db, tenant, { picture, voice });
  }
  return rows.length;
}
