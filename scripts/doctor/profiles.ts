// What the doctor counts in the database: the profiles of each brand, how many of them are fictional, and whether they are of the demo.
import { hasDemoMembers } from '#server/config/demo-members';
import type { Config } from '#server/config/index';
import { openDatabase, type OpenDatabase } from '#server/db/index';
import { profileFigures } from '#server/modules/figures/report-figures';
import type { Site } from '#site/load';

export interface Profiles {
  readonly profiles: number;
  readonly fictional: number;
  /** Whether there are members of the demo. */
  readonly demo: boolean;
}

/** By tenant; of none where the database cannot be asked, which is a finding of its own. */
export async function profilesOf(
  { database: settings }: Config,
  sites: readonly Site[],
): Promise<Map<number, Profiles>> {
  const found = new Map<number, Profiles>();
  if (settings.kind !== 'postgres') return found;
  let database: OpenDatabase | null = null;
  try {
    database = await openDatabase({ ...settings, poolSize: 1 });
    for (const { id } of sites)
      found.set(
        id,
        await database.inTenant(id, async (db) => ({
          ...(await profileFigures(db, id)),
          demo: await hasDemoMembers(db, id),
        })),
      );
  } catch {
    return new Map();
  } finally {
    await database?.close();
  }
  return found;
}
