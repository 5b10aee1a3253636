// The exported lander tinderswipe: its content before any script, in every niche and language.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { pageFile, pathOf } from '#domain/routes';
import { loadSites, type Site } from '#site/load';

const root = process.cwd();
const page = (site: Site, language: string): string =>
  readFileSync(join(root, 'dist', site.folder, pageFile(pathOf('landers-tinderswipe', language))), 'utf8');
const count = (html: string, pattern: RegExp): number => [...html.matchAll(pattern)].length;

describe.each(loadSites(root).map((site) => ({ folder: site.folder, site })))('$folder', ({ site }) => {
  test.each(site.languages.map(({ code }) => code))(
    'LA2: /landers/tinderswipe shows three fictional people and asks the first step, in %s',
    (language) => {
      const html = page(site, language);
      const words = site.texts(language)['lander-tinderswipe'] ?? {};
      const cards = html.split('class="flick-card"').slice(1);
      expect(count(html, /<h1[\s>]/g)).toBe(1);
      expect(html).toContain(words['title']);
      expect(html).toContain(words['lead']);
      expect(cards).toHaveLength(3);
      for (const card of cards) {
        const own = card.split('class="flick-you"')[0] ?? '';
        expect(own).toContain('class="label-fictional"');
        expect(count(own, /<input type="radio" form="flick"/g)).toBe(2);
        expect(own).toMatch(/<a class="btn btn-primary flick-join" href="#your-turn">/);
      }
      const [, last] = html.split('class="flick-you"');
      expect(last).toContain('id="your-turn"');
      expect(last).toContain('action="/api/signup-begin.php"');
      expect(last).toContain(`value="${pathOf('landers-tinderswipe', language)}"`);
      expect(last).toContain('name="birth_year"');
    },
  );

  test('LA2: the answers belong to a form that cannot be sent, and only the first picture loads with the page', () => {
    const html = page(site, 'en');
    expect(html).toMatch(/<form id="flick" method="dialog" hidden/);
    const pictures = [...html.matchAll(/<img src="([^"]{0,40})[^>]*>/g)];
    expect(pictures.map(([, src]) => src?.slice(0, 11))).toEqual(['data:image/', '/previews/p', '/previews/p']);
    for (const [tag] of pictures.slice(1)) expect(tag).toContain('loading="lazy"');
  });

  test('LA2: without a script or :has the cards are a list, because the stacking styles need both', () => {
    const css = /<style>([\s\S]*?)<\/style>/.exec(page(site, 'en'))?.[1] ?? '';
    const { index = 0 } = /@media ?\(scripting: ?enabled\) ?\{@supports selector\(:has\(\*\)\) ?\{/.exec(css) ?? {};
    expect(index).toBeGreaterThan(0);
    expect(css.slice(0, index)).toMatch(/\.flick-act\{display:none\}/);
    for (const rule of ['grid-area:1/1', '.flick-join{display:none}', '.flick-act{display:grid'])
      expect(css.indexOf(rule), rule).toBeGreaterThan(index);
  });
});

test('LA2: every niche has its own texts', () => {
  const titles = loadSites(root).map((site) => site.texts('en')['lander-tinderswipe']?.['title']);
  expect(new Set(titles).size).toBe(titles.length);
});
