// The manifests of the installed app: the pictures that a browser shows before it installs it.
import { expect, test } from 'vitest';
import { APP_SCREEN, screenFile } from '#scripts/build/app-screens';
import { writeDiscovery } from '#scripts/build/discovery';
import { discreetManifest } from '#domain/discreet';
import { manifestFile } from '#site/pages';
import { siteAt } from '../support/server.ts';

const site = siteAt(0);
interface Manifest {
  readonly screenshots?: readonly { readonly src: string; readonly sizes: string; readonly label: string }[];
  readonly shortcuts?: unknown;
}

/** The manifests of a brand whose public folder has these pictures. */
function manifestsWith(pictures: readonly string[]): (file: string) => Manifest {
  const put = new Map<string, string>();
  writeDiscovery(
    {
      put: (path, content) => void put.set(path, content.toString()),
      size: (path) => (pictures.includes(path) ? 1 : undefined),
    },
    site,
  );
  return (file) => JSON.parse(put.get(file) ?? '') as Manifest;
}

test('DE103: a manifest lists the pictures of the app in its own language, and none that is not there', () => {
  const read = manifestsWith([screenFile('search', 'en'), screenFile('likes', 'en'), screenFile('likes', 'nl')]);
  const shown = (language: string) => read(manifestFile(language)).screenshots?.map(({ src }) => src);
  expect(shown('en')).toEqual(['/screens/search.en.webp', '/screens/likes.en.webp']);
  expect(shown('nl')).toEqual(['/screens/likes.nl.webp']);
  expect(shown('de')).toBeUndefined();
  const labels = (language: string) => read(manifestFile(language)).screenshots?.map(({ label }) => label);
  expect(labels('en')).toEqual(['Search members', 'Likes']);
  // Browsers leave out a picture whose longer side is more than 2.3 times the shorter one, or shorter than 320.
  const [width, height] = (read(manifestFile('en')).screenshots?.[0]?.sizes ?? '').split('x').map(Number);
  expect([width, height]).toEqual([APP_SCREEN.width * APP_SCREEN.scale, APP_SCREEN.height * APP_SCREEN.scale]);
  expect((height ?? 0) / (width ?? 1)).toBeLessThan(2.3);
});

test('PU11: the discreet manifest has no picture of the app and names none of its pages', () => {
  const read = manifestsWith([screenFile('search', 'en')]);
  const { screenshots, shortcuts } = read(discreetManifest(manifestFile('en')));
  expect([screenshots, shortcuts]).toEqual([undefined, undefined]);
});
