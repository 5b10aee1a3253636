// What the doctor counts in the database: the profiles of each brand, and how many of them are fictional.
import type { Config } from '#server/config/index';
import { openDatabase, type OpenDatabase } from '#server/db/index';
import { profileFigures } from '#server/modules/figures/report-figures';
import type { Site } from '#site/load';

export interface Profiles {
  readonly profiles: number;
  readonly fictional: number;
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
    for (const { id } of sites) found.set(id, await database.inTenant(id, (db) => profileFigures(db, id)));
  } catch {
    return new Map();
  } finally {
    await database?.close();
  }
  return found;
}
