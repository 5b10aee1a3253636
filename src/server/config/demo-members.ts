// Finds members of the demo before a production server serves them as real people; everyone knows the passwords of some.
import { sql } from 'kysely';
import type { Site } from '#site/load';
import type { Db, OpenDatabase } from '../db/index.ts';
import type { Config } from './index.ts';

/** Where the addresses of demo members end. No mail arrives there, so no one else has an account that is confirmed. */
export const DEMO_ADDRESSES = { logins: '@demo.example', others: '@members.example' } as const;
/** The first login of each brand in the demo. */
export const DEMO_LOGIN = `free${DEMO_ADDRESSES.logins}`;
/** The address of the member with this number in the demo of a brand. */
export const demoAddress = (number: number): string => `m${String(number).padStart(6, '0')}${DEMO_ADDRESSES.others}`;

/**
 * By the first login, or any of the first hundred thousand others: anyone may change or delete what the logins open. The others are looked
 * for by how their addresses begin, as the index has them.
 */
export async function hasDemoMembers(db: Db, tenant: number): Promise<boolean> {
  const found = await db
    .selectFrom('account')
    .select('id')
    .where('tenant', '=', tenant)
    .where(
      sql<boolean>`(email_key = ${DEMO_LOGIN} or (email_key >= 'm0' and email_key < 'm1' and email_key like ${`m%${DEMO_ADDRESSES.others}`}))`,
    )
    .where('status', '!=', 'not_confirmed')
    .limit(1)
    .executeTakeFirst();
  return found !== undefined;
}

/** One sentence for the brands that have them; a rehearsal may. */
export async function checkDemoMembers(
  { mode, allowPlaceholders }: Config,
  sites: readonly Site[],
  database: OpenDatabase,
): Promise<string[]> {
  if (mode !== 'production' || allowPlaceholders) return [];
  const folders: string[] = [];
  for (const { id, folder } of sites)
    if (await database.inTenant(id, (db) => hasDemoMembers(db, id))) folders.push(folder);
  return folders.length === 0
    ? []
    : [
        `The database has demo members of ${folders.join(', ')}, whose passwords everyone knows: use one without them, or set ALLOW_PLACEHOLDERS=1 to rehearse.`,
      ];
}
