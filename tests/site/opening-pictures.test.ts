// The picture in a page's document is part of its first frame: WebKit would decode it later, and show it seconds late on a phone.
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { isEntrance, pageFile, pathOf, routes } from '#domain/routes';
import { loadSites } from '#site/load';

const root = process.cwd();
const entrances = routes.filter((route) => route.screen && isEntrance(route) && !route.path.includes(':id'));

describe.each(loadSites(root).map((site) => ({ folder: site.folder })))('$folder', ({ folder }) => {
  test('LA1 LA5: pictures that a document holds are decoded before it is painted', () => {
    const pages = entrances.map(({ name }) => join(root, 'dist', folder, pageFile(pathOf(name))));
    const pictures = pages
      .filter((page) => existsSync(page))
      .flatMap((page) => readFileSync(page, 'utf8').match(/<img [^>]*src="data:image\/avif[^>]*>/g) ?? [])
      .map((picture) => picture.replace(/base64,[^"]+/, ''));
    expect(pictures.length).toBeGreaterThan(3);
    expect(pictures.filter((picture) => !/decoding="?sync/.test(picture))).toEqual([]);
  });
});
