// A project of its own to serve from: one brand that may change, with the smallest export that counts as one.
import { appendFileSync, cpSync, mkdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { writeManifest } from '#scripts/build/manifest';
import type { PageWeight } from '#scripts/build/page-weight';
import { markFinished, sourcesOf } from '#scripts/export-freshness';
import type { Site } from '#site/load';
import { freshFolder } from './processes.ts';

export interface ServingProject {
  readonly root: string;
  /** Exports the brand, as a build does. */
  build(): void;
  /** Changes what a message of the brand costs, on its pages and in the backend. */
  charge(credits: number): void;
  /** Takes that back. */
  uncharge(): void;
  /** Changes only how its pages look. */
  paint(look: number): void;
}

/** It goes with the test. Code that finds the project by its own place is copied, all else is linked. */
export function servingProject({ folder }: Site): ServingProject {
  const root = freshFolder();
  cpSync('scripts', join(root, 'scripts'), { recursive: true });
  cpSync('package.json', join(root, 'package.json'));
  for (const name of ['src', 'locales', 'public', 'node_modules'])
    symlinkSync(join(process.cwd(), name), join(root, name));
  const niche = join(root, 'niches', folder);
  cpSync(join('niches', folder), niche, { recursive: true, filter: (path) => !/\/(art|public)$/.test(path) });
  return {
    root,
    build() {
      for (const file of [join(folder, 'index.html'), join('hosting', folder, 'headers.json')]) {
        mkdirSync(dirname(join(root, 'dist', file)), { recursive: true });
        writeFileSync(join(root, 'dist', file), '');
      }
      writeManifest(root, [{ niche: folder } as PageWeight]);
      markFinished(root, folder, sourcesOf(root), 'whole');
    },
    charge: (credits) => writeFileSync(join(niche, 'settings.json'), JSON.stringify({ message_credits: credits })),
    uncharge: () => rmSync(join(niche, 'settings.json')),
    paint: (look) => appendFileSync(join(niche, '_overrides.scss'), `/* ${look} */\n`),
  };
}
