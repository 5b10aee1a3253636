// Conversations written months ago, for the tests of partitioned messages.
import { sql } from 'kysely';
import type { Db } from '#server/db/index';
import { sent, startChat } from './chats.ts';
import type { MadeMember } from './members.ts';
import { siteAt, type TestServer } from './server.ts';

export const DAY_MS = 86_400_000;
const tenant = siteAt(0).id;

export interface Chat {
  readonly me: MadeMember;
  readonly other: MadeMember;
  readonly conversation: string;
}

/** Two members who wrote a message each. */
export async function chatOf(server: TestServer): Promise<Chat> {
  const [me, other] = await Promise.all([server.member({ credits: 20 }), server.member({ credits: 20 })]);
  const conversation = await startChat(server, me, other.id);
  await sent(server, other, { conversation });
  return { me, other, conversation };
}

export const inTenant = <T>(server: TestServer, work: (db: Db) => Promise<T>): Promise<T> =>
  server.database.inTenant(tenant, work);

/** Moves the messages so far into the past. */
export const makeOlder = (server: TestServer, conversation: string, days: number): Promise<void> =>
  inTenant(server, async (db) => {
    const age = sql`make_interval(days => ${days}::int)`;
    await sql`update message set at = at - ${age} where conversation = ${conversation}`.execute(db);
    await sql`update conversation set created_at = created_at - ${age}, last_at = last_at - ${age}
      where id = ${conversation}`.execute(db);
  });

/** The name of that time's partition. */
export const monthOf = (at: Date): string => at.toISOString().slice(0, 7).replace('-', '_');
