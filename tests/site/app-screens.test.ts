// The pictures of the installed app in the exported manifests: every brand has them, in every published language.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import sharp from 'sharp';
import { expect, test } from 'vitest';
import { APP_SCREEN, APP_SCREENS, screenFile } from '#scripts/build/app-screens';
import { loadSites } from '#site/load';
import { manifestFile } from '#site/pages';

const root = process.cwd();
const { width, height, scale } = APP_SCREEN;
const SIZE = `${width * scale}x${height * scale}`;

interface Manifest {
  readonly screenshots?: readonly { readonly src: string; readonly sizes: string }[];
}

test.each(loadSites(root).map((site) => [site.folder, site] as const))(
  'DE103: the manifests of %s show both pictures of the app, in the size that they have',
  async (folder, site) => {
    const dist = join(root, 'dist', folder);
    for (const { code } of site.published) {
      const { screenshots = [] } = JSON.parse(readFileSync(join(dist, manifestFile(code)), 'utf8')) as Manifest;
      expect(screenshots.map(({ src }) => src)).toEqual(APP_SCREENS.map(({ name }) => `/${screenFile(name, code)}`));
      for (const { src, sizes } of screenshots) {
        const { width: wide, height: high } = await sharp(join(dist, src)).metadata();
        expect([src, sizes, `${wide}x${high}`]).toEqual([src, SIZE, SIZE]);
      }
    }
  },
);
