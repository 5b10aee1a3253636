// Every amount on an exported page is in the currency of the visitor's country.
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { loadSites } from '#site/load';
import { readPages } from '../support/exported-pages.ts';
import { priceFaults } from '../support/page-prices.ts';

const root = process.cwd();

test.each(loadSites(root).map((site) => [site.folder, site] as const))(
  'SI24: no page of %s shows an amount in a currency that a visitor’s country does not use',
  (folder, site) => {
    const faults = readPages(join(root, 'dist', folder), site).flatMap(({ file, html }) => priceFaults(file, html));
    expect(faults).toEqual([]);
  },
);
