// Runs one step of the build as a process of its own, so that its memory is freed: `draw` for some niches, or `finish`
// for one.
import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Exception as SassError } from 'sass';
import { SiteError } from '../../src/site/parse-file.ts';
import { loadSites, type Site } from '../../src/site/load.ts';
import { finishNiche } from './finish.ts';
import { type Compression, stepOutputIn } from './step-output.ts';
import { drawPreviews } from './previews.ts';

async function draw(root: string, sites: readonly Site[]): Promise<void> {
  sites.forEach((site) => checkCampaigns(root, site));
  for (const site of sites) await drawPreviews(root, site);
}

/** Checked before drawing, which takes long. */
function checkCampaigns(root: string, { folder, niche }: Site): void {
  const gone = niche.campaigns.find(({ picture }) => !existsSync(join(root, 'niches', folder, 'public', picture)));
  if (gone)
    throw new SiteError(
      `niches/${folder}/niche.json: the campaign "${gone.slug}" names public/${gone.picture}, which does not exist.`,
    );
}

async function main([root = '', step, folder = '', compression, ...names]: readonly string[]): Promise<void> {
  const sites = loadSites(root).filter((site) => names.includes(site.folder));
  const [first] = sites;
  if (step === 'draw') await draw(root, sites);
  else if (first) {
    const made = stepOutputIn(folder);
    const weights = await finishNiche(root, first, made, compression as Compression);
    writeFileSync(made.weights(first.folder), JSON.stringify(weights));
  }
}

try {
  await main(process.argv.slice(2));
} catch (error) {
  const isWorded = error instanceof SiteError || error instanceof SassError;
  console.error(isWorded ? error.message : error);
  process.exitCode = 1;
}
