// Builds sites with other settings from a copy of the project in two languages, and serves them as the product does.
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { loadSite, type Site } from '#site/load';
import { serveSite, type SiteServer } from '#scripts/bench/site-server';
import { copyProject } from './project-copy.ts';

export interface AlteredSite extends SiteServer {
  readonly site: Site;
  /** The folder of its export. */
  readonly exported: string;
}

/** Builds one site for each change of fields of niche.json, and serves them until `close`. */
export async function alteredSites(
  folders: readonly string[],
  changes: readonly Readonly<Record<string, unknown>>[],
): Promise<{ readonly altered: readonly AlteredSite[]; close(): Promise<void> }> {
  const copy = copyProject();
  const chosen = folders.slice(0, changes.length);
  for (const folder of folders.slice(changes.length)) rmSync(copy.path('niches', folder), { recursive: true });
  copy.keepLanguages('en', 'de');
  for (const [at, folder] of chosen.entries())
    for (const [field, value] of Object.entries(changes[at] ?? {}))
      copy.setField(`niches/${folder}/niche.json`, field, value);
  const { code, output } = copy.script('build', '--fast', ...chosen);
  if (code !== 0) throw new Error(`The altered sites did not build:\n${output}`);
  const altered = await Promise.all(
    chosen.map(async (folder) => {
      const site = loadSite(copy.root, folder);
      return { site, exported: join(copy.root, 'dist', folder), ...(await serveSite(copy.root, site)) };
    }),
  );
  return {
    altered,
    close: async () => {
      for (const { close } of altered) await close();
      copy.remove();
    },
  };
}
