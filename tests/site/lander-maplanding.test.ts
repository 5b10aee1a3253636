// The exported lander maplanding: places and no people, country and region and nothing finer, the map in a file of its
// own.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { loadSites } from '#site/load';
import { regionsFor } from '#site/regions';
import { expectLander, landerPagesOf } from '../support/lander-pages.ts';

const sites = loadSites(process.cwd());
const SPACE = 'lander-maplanding';

describe.each(sites.map((site) => [site.folder, site] as const))('%s', (folder, site) => {
  const pages = landerPagesOf(site, 'landers-maplanding-slug');

  test('LA7 LA15 LA22: each language has its default and its campaigns, with their own texts', () => {
    expect(pages).toHaveLength(site.languages.length * (1 + site.niche.campaigns.length));
    for (const page of pages) expectLander(site, page, SPACE);
  });

  test('LA7: it asks for country and region, says why, and asks for nothing finer', () => {
    for (const { html, language } of pages) {
      const tag = site.languages.find(({ code }) => code === language)?.tag ?? '';
      const ids = [...html.matchAll(/<option value="([A-Z]{2}-[^"]+)"/g)].map(([, id]) => id);
      expect(ids).toEqual(regionsFor(site, language, tag).flatMap(({ regions }) => regions.map(({ id }) => id)));
      expect([...html.matchAll(/<option value="([A-Z]{2})"/g)]).toHaveLength(site.siteSettings.countries.length);
      expect(html).toMatch(/<p class="why" id="why-region">/);
      expect(html).toMatch(/<select[^>]*name="region" aria-describedby="why-region"/);
      expect(html).not.toMatch(/name="(city|postcode|street|lat|lon)"|geolocation/);
    }
  });

  test('LA7: the map is a file with reserved space, loaded lazily, in the colours of the niche', () => {
    for (const { html } of pages)
      expect(html).toMatch(/<img src="\/map\.svg" width="800" height="1000" alt="[^"]{20,}" loading="lazy"/);
    const map = readFileSync(join(process.cwd(), 'dist', folder, 'map.svg'), 'utf8');
    expect(map).toMatch(/^<svg [^>]*viewBox="0 0 800 1000"><style>/);
    expect(map).toContain('prefers-color-scheme: dark');
    expect(map).not.toMatch(/https?:\/\/(?!www\.w3\.org)|<script|<image/);
    const variables = readFileSync(join(process.cwd(), 'niches', folder, '_variables.scss'), 'utf8');
    for (const [, colour = '-'] of variables.matchAll(/'primary': (#[0-9a-f]{6})/g)) expect(map).toContain(colour);
  });

  test('LA7: six places open without a script, and none of them is a person', () => {
    for (const { html } of pages) {
      expect([...html.matchAll(/<details[^>]*name="place"/g)]).toHaveLength(6);
      expect([...html.matchAll(/<summary aria-label="[^"]+"/g)]).toHaveLength(6);
      expect(html).not.toContain('/previews/');
    }
  });
});
