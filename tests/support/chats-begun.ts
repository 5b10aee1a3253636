// Begins conversations whose messages may be sent in batches, and counts the transactions that wrote them.
import { sql } from 'kysely';
import { sent, startChat } from './chats.ts';
import type { MadeMember } from './members.ts';
import { siteAt, type TestServer } from './server.ts';

export interface Chat {
  readonly me: MadeMember;
  readonly other: MadeMember;
  readonly conversation: string;
}

/** Two members in a conversation, with cached sessions. */
export async function chatOf(server: TestServer, credits = 20): Promise<Chat> {
  const [me, other] = await Promise.all([server.member({ credits: credits + 1 }), server.member({ credits: 20 })]);
  const conversation = await startChat(server, me, other.id);
  await sent(server, other, { conversation });
  return { me, other, conversation };
}
export const chatsOf = (server: TestServer, count: number): Promise<Chat[]> =>
  Promise.all(Array.from({ length: count }, () => chatOf(server)));

export const inTenant = <Row>(server: TestServer, query: ReturnType<typeof sql<Row>>): Promise<readonly Row[]> =>
  server.database.inTenant(siteAt(0).id, async (db) => (await query.execute(db)).rows);

/** The number of transactions that wrote these messages. */
export async function transactions(server: TestServer, chats: readonly Chat[], seq: number): Promise<number> {
  const ids = sql.join(chats.map(({ conversation }) => sql`${conversation}::uuid`));
  const rows = await inTenant(
    server,
    sql<{
      n: number;
    }>`select count(distinct xmin::text)::int as n from message where seq = ${seq} and conversation in (${ids})`,
  );
  return rows[0]?.n ?? 0;
}
