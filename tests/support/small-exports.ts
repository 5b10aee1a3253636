// A project of two niches with the smallest sources and exports, to be edited and built anew.
import { mkdirSync, utimesSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { removeFinishMarker } from '#scripts/build/finish-marker';
import { writeManifest } from '#scripts/build/manifest';
import type { PageWeight } from '#scripts/build/page-weight';
import type { Compression } from '#scripts/build/step-output';
import { markFinished, sourcesOf } from '#scripts/export-freshness';
import { freshFolder } from './processes.ts';

export interface SmallExports {
  readonly root: string;
  write(path: string, content?: string, seconds?: number): void;
  /** Acts as a build; `meanwhile` changes files while it runs. */
  build(niches: readonly string[], meanwhile?: () => void, compression?: Compression): void;
}

/** The niches are called one and two. It goes with the test. */
export function smallExports(): SmallExports {
  const root = freshFolder();
  const write = (path: string, content = '', seconds = 1000): void => {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), content);
    utimesSync(join(root, path), seconds, seconds);
  };
  const build: SmallExports['build'] = (niches, meanwhile, compression = 'whole') => {
    const sources = sourcesOf(root);
    meanwhile?.();
    for (const niche of niches) {
      removeFinishMarker(root, niche);
      write(`dist/${niche}/index.html`);
      write(`dist/hosting/${niche}/headers.json`);
      writeManifest(root, [{ niche } as PageWeight]);
      markFinished(root, niche, sources, compression);
    }
  };
  for (const path of ['src/a.ts', 'src/server/b.ts', 'locales/en/server/c.json', 'public/d.png', 'package-lock.json'])
    write(path);
  for (const niche of ['one', 'two'])
    for (const path of ['niche.json', 'pages/house.en.md', 'public/hero.avif'])
      write(`niches/${niche}/${path}`, path === 'pages/house.en.md' ? 'A' : '');
  build(['two', 'one']);
  return { root, write, build };
}
