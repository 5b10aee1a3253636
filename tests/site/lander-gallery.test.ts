// The exported lander gallery: its works, its veils, the empty frame, and the changes of a campaign, in every niche and
// language.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { pageFile, pathOf } from '#domain/routes';
import { loadSites, type Site } from '#site/load';

const root = process.cwd();
const page = (site: Site, language: string, slug?: string): string => {
  const path = pathOf('landers-gallery-slug', language, slug ? { slug: `_${slug}` } : {});
  return readFileSync(join(root, 'dist', site.folder, pageFile(path)), 'utf8');
};
const count = (html: string, pattern: RegExp): number => [...html.matchAll(pattern)].length;
const works = (html: string): string[] => html.split(/<li class="work\b/).slice(1);

describe.each(loadSites(root).map((site) => ({ folder: site.folder, site })))('$folder', ({ site }) => {
  test.each(site.languages.map(({ code }) => code))(
    'LA5: /landers/gallery has four labelled portraits and two veils, and asks the first step, in %s',
    (language) => {
      const html = page(site, language);
      const words = site.texts(language)['lander-gallery'] ?? {};
      expect(count(html, /<h1[\s>]/g)).toBe(1);
      expect(html).toContain(words['title']);
      expect(html).toContain(words['lead']);
      const portraits = works(html).filter((work) => work.includes('/previews/'));
      expect(portraits).toHaveLength(4);
      for (const portrait of portraits) {
        expect(portrait).toContain('class="label-fictional"');
        expect(portrait).toContain('loading="lazy"');
      }
      const veiled = works(html).filter((work) => work.includes('class="veil"'));
      expect(veiled).toHaveLength(2);
      for (const veil of veiled) {
        expect(veil).not.toContain('<img');
        expect(veil).toContain('href="#yours"');
      }
      const [, own] = html.split('id="yours"');
      expect(own).toContain('action="/api/signup-begin.php"');
      expect(own).toContain(words['own_heading']);
    },
  );

  test('LA5 LA22: a campaign has its own headline, accent and button; the default has the lander’s', () => {
    for (const { slug, accent } of site.niche.campaigns)
      for (const { code } of site.languages) {
        const words = site.texts(code);
        const html = page(site, code, slug);
        expect(html).toContain(words['campaigns']?.[`${slug}_title`]);
        expect(html).not.toContain(words['lander-gallery']?.['title']);
        expect(count(html, new RegExp(`>\\s*${words['campaigns']?.[`${slug}_action`]}\\s*<`, 'g'))).toBe(2);
        expect(html).toContain(`lander-gallery accent-${accent}`);
        expect(html).toMatch(new RegExp(`\\.accent-${accent}\\{--accent:`));
      }
    expect(page(site, 'en')).not.toContain('lander-gallery accent-');
  });
});

test('LA5: every niche has its own texts', () => {
  const titles = loadSites(root).map((site) => site.texts('en')['lander-gallery']?.['title']);
  expect(new Set(titles).size).toBe(titles.length);
});
