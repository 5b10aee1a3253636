// The exported lander iconslanding: drawn interests, each a checkbox of one list, in every niche and language.
import { describe, expect, test } from 'vitest';
import { interests } from '#domain/interests';
import { loadSites } from '#site/load';
import { expectLander, landerPagesOf, readable } from '../support/lander-pages.ts';

const sites = loadSites(process.cwd());
const SPACE = 'lander-iconslanding';
const valuesOf = (html: string): string[] =>
  [...html.matchAll(/<input type="checkbox" name="interests\[\]" value="([^"]*)"[^>]*>/g)].map(
    ([, value = '']) => value,
  );

describe.each(sites.map((site) => [site.folder, site] as const))(
  'each language has its default and its campaigns, with their own texts',
  (_folder, site) => {
    const pages = landerPagesOf(site, 'landers-iconslanding-slug');

    test('LA6 LA15 LA22: each language has its default and its campaigns, with their own texts', () => {
      expect(pages).toHaveLength(site.languages.length * (1 + site.niche.campaigns.length));
      for (const page of pages) {
        expectLander(site, page, SPACE);
        const words = site.texts(page.language)[SPACE];
        const lead = readable(/<p class="lead">([\s\S]*?)<\/p>/.exec(page.html)?.[1] ?? '').replace(/[ \n]+/g, ' ');
        expect(lead).toBe([page.slug && words?.['title'], words?.['lead']].filter(Boolean).join(' '));
      }
    });

    test('LA6: twelve checkboxes are in the form, are interests of the site, and return with it', () => {
      for (const { html, language } of pages) {
        const [form = ''] = /<form[^>]*action="\/api\/signup-begin\.php"[\s\S]*?<\/form>/.exec(html) ?? [];
        const values = valuesOf(form);
        expect(new Set(values).size).toBe(12);
        for (const value of values) expect(site.siteSettings.interests).toContain(value);
        if (site.niche.picks) expect(values).toEqual(site.niche.picks);
        expect([...form.matchAll(/name="interests\[\]"[^>]*data-refill-choice="interests"/g)]).toHaveLength(12);
        const texts = site.texts(language)['site'];
        const labels = [...form.matchAll(/<label class="tile[^"]*">([\s\S]*?)<\/label>/g)].map(([, label = '']) =>
          readable(label),
        );
        expect(labels).toEqual(values.map((value) => texts?.[`interest_${value}`]));
      }
    });

    test('LA6: each is drawn once in the page, with its colour and its line; nothing else is fetched', () => {
      for (const page of pages) {
        const symbols = [...page.html.matchAll(/<symbol id="draw-(\w+)"[^>]*>([\s\S]*?)<\/symbol>/g)];
        expect(symbols.map(([, id]) => id)).toEqual(valuesOf(page.html));
        for (const [, , drawing = ''] of symbols)
          expect([...drawing.matchAll(/<path [^>]*d="M|<path [^>]*d="m/g)]).toHaveLength(2);
        const used = [...page.html.matchAll(/<use href="#draw-(\w+)"/g)].map(([, id]) => id);
        expect(new Set(used)).toEqual(new Set(valuesOf(page.html)));
        const campaign = site.niche.campaigns.find(({ slug }) => slug === page.slug);
        expect([...page.html.matchAll(/<img src="([^"]*)"/g)].map(([, src]) => src)).toEqual(
          campaign ? [`/${campaign.picture}`] : [],
        );
      }
    });

    test('LA6: where tiles cannot show their state, the browser’s checkbox does', () => {
      const css = /<style>([\s\S]*?)<\/style>/.exec(pages[0]?.html ?? '')?.[1] ?? '';
      const at = css.indexOf('@supports selector(:has(*))');
      expect(at).toBeGreaterThan(0);
      expect(css.slice(0, at)).not.toMatch(/\.tile[^{}]*\{[^}]*appearance/);
      expect(css.slice(at)).toMatch(/\.tile input\{[^}]*appearance:none/);
    });
  },
);

test('LA6: every niche has its own texts, and most have their own choice', () => {
  expect(new Set(sites.map((site) => site.texts('en')[SPACE]?.['title'])).size).toBe(sites.length);
  for (const site of sites) for (const pick of site.niche.picks ?? []) expect(interests).toContain(pick);
  expect(new Set(sites.map(({ niche }) => (niche.picks ?? []).join())).size).toBe(sites.length);
});
