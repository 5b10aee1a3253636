// Sends messages for the api tests, and reads their effects.
import type { Message } from '#contract/chats';
import type { MadeMember } from './members.ts';
import { siteAt, type CallAnswer, type TestServer } from './server.ts';

export interface Writing {
  readonly profile?: string;
  readonly conversation?: string;
  readonly text?: string;
  readonly quote?: number;
  readonly client_id?: string;
}

export const send = (server: TestServer, as: { cookie: string }, writing: Writing): Promise<CallAnswer> =>
  server.call('/api/message.php', { json: { text: 'Good evening', client_id: crypto.randomUUID(), ...writing }, as });

/** Sends one and answers it as the sender sees it; throws when it was refused. */
export async function sent(server: TestServer, as: { cookie: string }, writing: Writing): Promise<Message> {
  const answer = await send(server, as, writing);
  if (answer.status !== 200) throw new Error(`The message was refused: ${answer.text}`);
  return answer.body['message'] as Message;
}

/** Begins a conversation and answers its id. */
export const startChat = async (server: TestServer, as: { cookie: string }, profile: string): Promise<string> =>
  (await sent(server, as, { profile })).conversation;

export interface Account {
  readonly credits: number;
  readonly entries: readonly { kind: string; credits: number; balance: number; about: string | null }[];
}

/** A member's balance and every entry of it, oldest first. */
export const accountOf = (server: TestServer, { id }: Pick<MadeMember, 'id'>): Promise<Account> =>
  server.database.inTenant(siteAt(0).id, async (db) => {
    const { credits } = await db.selectFrom('account').select('credits').where('id', '=', id).executeTakeFirstOrThrow();
    const entries = await db
      .selectFrom('ledger')
      .select(['kind', 'credits', 'balance', 'about'])
      .where('account', '=', id)
      .orderBy('version')
      .execute();
    return { credits, entries };
  });
