// Finds members of the demo, whose passwords everyone knows, before a production server serves them as real people.
import type { Site } from '#site/load';
import type { Db, OpenDatabase } from '../db/index.ts';
import type { Config } from './index.ts';

/** The first login of each brand in the demo. No mail arrives there, so no one else has an account that is confirmed. */
export const DEMO_LOGIN = 'free@demo.example';

export async function hasDemoMembers(db: Db, tenant: number): Promise<boolean> {
  const found = await db
    .selectFrom('account')
    .select('id')
    .where('tenant', '=', tenant)
    .where('email_key', '=', DEMO_LOGIN)
    .where('status', '!=', 'not_confirmed')
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
