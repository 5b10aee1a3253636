// Check: every niche folder is complete, its data is valid, and its colours have enough contrast.
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { SiteError } from '#site/parse-file';
import { loadSites } from '#site/load';
import { foldersIn } from './files.ts';
import type { Report } from './report.ts';

/** The files of a niche folder besides niche.json, each with its purpose. */
const NICHE_FILES = {
  '_variables.scss': 'Bootstrap variables, read before Bootstrap',
  '_overrides.scss': 'touch-ups, read after Bootstrap; may be empty',
  'public/logo.svg': 'the wordmark',
  'public/favicon.svg': 'the tab icon',
  'public/favicon.ico': 'the tab icon of older browsers',
  'public/apple-touch-icon.png': 'the home screen icon of Apple devices',
  'public/icon-192.png': 'the installed app icon',
  'public/icon-512.png': 'the installed app icon, large',
  'public/hero.avif': 'the first picture of the landers',
  'public/share.jpg': 'the picture of shared links',
  'public/fonts/display.woff2': 'the display face',
} as const;

export async function check(root: string): Promise<Report> {
  const missing = foldersIn(root, 'niches').flatMap((niche) =>
    Object.entries(NICHE_FILES)
      .filter(([file]) => !existsSync(join(root, 'niches', niche, file)))
      .map(([file, purpose]) => `niches/${niche}/${file}: is missing (${purpose}).`),
  );
  return { faults: [...dataFaults(root), ...missing, ...(await contrastFaults(root))] };
}

function dataFaults(root: string): string[] {
  try {
    const sites = loadSites(root);
    for (const site of sites) for (const language of site.languages) site.texts(language.code);
    return sites.length > 0 ? [] : ['niches/: has no folder.'];
  } catch (error) {
    if (error instanceof SiteError) return [error.message];
    throw error;
  }
}

/** A script of its own measures contrast, where the project has one. */
async function contrastFaults(root: string): Promise<string[]> {
  const script = join(root, 'scripts/check-contrast.ts');
  if (!existsSync(script)) return [];
  const { checkContrast } = (await import(pathToFileURL(script).href)) as { checkContrast: () => string[] };
  return checkContrast();
}
