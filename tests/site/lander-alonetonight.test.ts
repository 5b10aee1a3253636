// The exported lander alonetonight: a house at night, one question, and a form that opens with the answer.
import { describe, expect, test } from 'vitest';
import { loadSites } from '#site/load';
import { expectLander, landerPagesOf } from '../support/lander-pages.ts';

const sites = loadSites(process.cwd());
const SPACE = 'lander-alonetonight';
const titles = sites.map((site) => site.texts('en')[SPACE]?.['title']);

describe.each(sites.map((site) => [site.folder, site] as const))('%s', (_folder, site) => {
  const pages = landerPagesOf(site, 'landers-alonetonight-slug');

  test('LA3 LA15 LA22: each language has its default and its campaigns, with their own texts', () => {
    expect(pages).toHaveLength(site.languages.length * (1 + site.niche.campaigns.length));
    for (const page of pages) expectLander(site, page, SPACE);
  });

  test('LA3: the question has large answers whose texts can become the first words of a profile, and one without', () => {
    for (const { html, language } of pages) {
      const texts = site.texts(language)[SPACE] ?? {};
      const values = [...html.matchAll(/<input type="radio" name="signup_message"[^>]*value="([^"]*)"[^>]*>/g)];
      expect(values.map(([, value]) => value)).toEqual([
        ...['talk', 'flirt', 'plans'].map((hope) => texts[`${hope}_line`]?.replaceAll('"', '&quot;')),
        '',
      ]);
      expect(values.every(([tag]) => tag.includes('required'))).toBe(true);
    }
  });

  test('LA3: the house is drawn in the page, has a text alternative, and shows the picture of a campaign', () => {
    for (const page of pages) {
      const campaign = site.niche.campaigns.find(({ slug }) => slug === page.slug);
      expect(page.html).toMatch(/<svg class="house"[^>]*role="img" aria-label="[^"]{20,}"/);
      expect(/<image href="([^"]*)"/.exec(page.html)?.[1]).toBe(campaign && `/${campaign.picture}`);
      expect(page.html).not.toMatch(/<img /);
    }
  });
});

test('LA3: every niche has its own texts', () => {
  expect(new Set(titles).size).toBe(sites.length);
});
