// Makes a member of which every table with personal columns holds a row.
import type { Db } from '#server/db/index';
import { TABLES } from '#server/db/tables/index';
import { send } from './chats.ts';
import { EXAMPLE_ROWS } from './example-rows.ts';
import { block, type MadeMember } from './members.ts';
import { siteAt, type TestServer } from './server.ts';

export interface Held {
  readonly member: MadeMember;
  /** Has written to the member, and is liked. */
  readonly partner: MadeMember;
  /** Has blocked the member after they wrote to each other. */
  readonly blocker: MadeMember;
}

export async function holdEverything(server: TestServer, words: { name: string; about: string }): Promise<Held> {
  const member = await server.member({ credits: 9, ...words, photos: [{}, { private: true }] });
  const [partner, blocker, blocked] = [
    await server.member({ credits: 9, about: 'What only the partner wrote' }),
    await server.member({ credits: 9, name: `Blocker ${crypto.randomUUID().slice(0, 8)}` }),
    await server.member(),
  ];
  await send(server, member, { profile: partner.id, text: 'Farewell, my friend' });
  await send(server, partner, { profile: member.id, text: 'Goodbye from the partner' });
  await send(server, member, { profile: blocker.id, text: 'Hello there' });
  await block(server.database, siteAt(0), blocker.id, member.id);
  await block(server.database, siteAt(0), member.id, blocked.id);
  const call = (path: string, method: string, json: object, as = member) =>
    server.call(`/api/${path}.php`, { method, json, as });
  await call('like', 'PUT', { id: partner.id });
  await call('like', 'PUT', { id: member.id }, partner);
  await call('report', 'POST', { profile: partner.id, category: 'else', text: 'Rude words' });
  await call('complaint', 'POST', { email: member.email, subject: 'else', text: 'It is too dark' });
  await call('notifications', 'PUT', { type: 'like', wanted: false });
  await call('quiet-hours', 'PUT', { quiet: { from: '22:00', to: '08:00' } });
  await server.call('/api/member.php', { as: member, query: `id=${partner.id}` });
  await server.database.inTenant(siteAt(0).id, (db) => addRows(db, server.now(), member.id));
  return { member, partner, blocker };
}

/** What no call leaves behind at once; an export is asked for by the test. */
async function addRows(db: Db, at: Date, account: string): Promise<void> {
  const { id: conversation } = await db
    .selectFrom('conversation')
    .select('id')
    .where('starter', '=', account)
    .executeTakeFirstOrThrow();
  const of = { at, account, conversation, id: crypto.randomUUID() };
  for (const table of Object.keys(EXAMPLE_ROWS) as (keyof typeof EXAMPLE_ROWS)[])
    if (TABLES[table].owners.length > 0 && table !== 'data_export')
      await db
        .insertInto(table)
        .values(EXAMPLE_ROWS[table](of) as never)
        .execute();
}
