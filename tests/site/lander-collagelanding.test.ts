// The exported lander collagelanding: one headline, the scraps around it, labelled example people, and the form among
// them.
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { routeOf } from '#domain/routes';
import { loadSites } from '#site/load';
import { readPages } from '../support/exported-pages.ts';

const root = process.cwd();
const sites = loadSites(root);
const SPACE = 'lander-collagelanding';

describe.each(sites.map((site) => [site.folder, site] as const))('%s', (folder, site) => {
  const pages = readPages(join(root, 'dist', folder), site).filter(
    ({ route }) => route === routeOf('landers-collagelanding-slug'),
  );

  test('LA4 LA22: the default and each campaign exist in every language, with their own headline', () => {
    expect(pages).toHaveLength(site.languages.length * (1 + site.niche.campaigns.length));
    for (const { html, language, slug } of pages) {
      const texts = site.texts(language);
      const heading = slug ? texts['campaigns']?.[`${slug}_title`] : texts[SPACE]?.['title'];
      expect([...html.matchAll(/<h1[^>]*>([^<]*)<\/h1>/g)].map(([, text]) => text)).toEqual([heading]);
      expect(html).toContain(`>${texts[SPACE]?.['lead']}<`);
    }
  });

  test('LA4: every face on the board is labelled fictional, and no face is fetched before the first paint', () => {
    const label = (language: string): string => site.texts(language)['members']?.['fictional'] ?? '-';
    for (const { html, language } of pages) {
      const prints = [...html.matchAll(/<figure class="scrap scrap-print[\s\S]*?<\/figure>/g)].map(String);
      expect(prints).toHaveLength(site.niche.previews.length);
      prints.forEach((print, at) => {
        expect(print).toContain(`>${site.texts(language)['landers']?.[`city_${at + 1}`]}<`);
        expect(print.replace(/<svg[\s\S]*?<\/svg>/, '')).toContain(
          `<span class="label-fictional"><span>${label(language)}`,
        );
      });
      expect([...html.matchAll(/src="\/previews\/[^>]*loading="(\w+)"/g)].map(([, when]) => when)).toEqual([
        'lazy',
        'lazy',
        'lazy',
        'lazy',
      ]);
    }
  });

  test('LA4 LA15: the form is a scrap of the board and knows its page', () => {
    for (const { html, slug } of pages) {
      const scrap = /<div class="scrap scrap-space[\s\S]*?<\/form>/.exec(html)?.[0] ?? '';
      expect(scrap).toContain('action="/api/signup-begin.php"');
      expect(scrap).toMatch(
        new RegExp(`name="form_page" value="[^"]*/landers/collagelanding${slug ? `/${slug}` : ''}"`),
      );
      expect([...scrap.matchAll(/class="btn btn-primary[^"]*" type="submit"/g)]).toHaveLength(1);
    }
  });
});

test('LA4: every niche has its own headline, lead and note, in every language', () => {
  for (const { code } of sites[0]?.languages ?? [])
    for (const key of ['title', 'lead', 'note'])
      expect(new Set(sites.map((site) => site.texts(code)[SPACE]?.[key])).size, `${code} ${key}`).toBe(sites.length);
});
