// Regions offered by a page: of the countries that speak its language, its home country first.
import { expect, test } from 'vitest';
import { loadSites } from '#site/load';
import { regionsFor } from '#site/regions';

const [site] = loadSites(process.cwd());
if (!site) throw new Error('There are no niches.');
const countries = (language: string, tag: string): string[] =>
  regionsFor(site, language, tag).map(({ country }) => country);

test('LA7: a page offers the regions of the countries that speak its language, home first', () => {
  expect(countries('nl', 'nl-NL')).toEqual(['NL', 'BE']);
  expect(countries('de', 'de-DE')).toEqual(['DE', 'BE', 'AT', 'CH']);
  expect(countries('pl', 'pl-PL')).toEqual(['PL']);
  for (const { code, tag } of site.languages) expect(countries(code, tag).length).toBeGreaterThan(0);
});

test('LA7: regions have their ids, and are in the alphabetical order of the page’s language', () => {
  const [home] = regionsFor(site, 'de', 'de-DE');
  expect(home?.name).toBe('Deutschland');
  expect(home?.regions.slice(0, 2)).toEqual([
    { id: 'DE-BW', name: 'Baden-Württemberg' },
    { id: 'DE-BY', name: 'Bayern' },
  ]);
});
