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

async function finish(root: string, folder = '', compression = '', name = ''): Promise<void> {
  const site = loadSites(root).find((each) => each.folder === name);
  if (!site) throw new SiteError(`There is no niche "${name}".`);
  const made = stepOutputIn(folder);
  const weights = await finishNiche(root, site, made, compression as Compression);
  writeFileSync(made.weights(name), JSON.stringify(weights));
}

async function main([root = '', step, ...more]: readonly string[]): Promise<void> {
  if (step === 'finish') await finish(root, ...more);
  else
    await draw(
      root,
      loadSites(root).filter((site) => more.includes(site.folder)),
    );
}

try {
  await main(process.argv.slice(2));
} catch (error) {
  const isWorded = error instanceof SiteError || error instanceof SassError;
  console.error(isWorded ? error.message : error);
  process.exitCode = 1;
}
