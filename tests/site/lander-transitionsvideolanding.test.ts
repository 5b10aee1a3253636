// The exported lander transitionsvideolanding: four timed scenes, pictures of its own, the first in the document, and
// the first step as the last scene.
import sharp from 'sharp';
import { beforeAll, describe, expect, test } from 'vitest';
import { countOf, exportedFile, inHtml, landerPages, type LanderPage } from '../support/lander-pages.ts';

const LANDER = 'transitionsvideolanding';
let pages: LanderPage[];
beforeAll(() => {
  pages = landerPages(LANDER);
});
const own = (page: LanderPage): Readonly<Record<string, string>> => page.words[`lander-${LANDER}`] ?? {};
const stillsOf = (html: string): string[] =>
  [...html.matchAll(/<img src="(\/film\/still-\d\.avif)"/g)].map((match) => match[1] ?? '');

describe('LA9: /landers/transitionsvideolanding', () => {
  test('three timed scenes with the niche’s own texts, and the fourth is the first step of the signup', () => {
    for (const page of pages) {
      const { html } = page;
      expect(countOf(html, /<h1[ >]/g)).toBe(1);
      expect(countOf(html, /<section class="scene"/g)).toBe(3);
      const keys = ['title', 'lead', 'scene_2_title', 'scene_2_text', 'scene_3_title', 'scene_3_text', 'scene_4_title'];
      for (const key of keys) expect(html).toContain(inHtml(own(page)[key]));
      const times = [1, 2, 3].map((number) => own(page)[`time_${number}`] ?? '-');
      for (const time of times) {
        expect(time).toMatch(/^[012]?\d(?:[:.][0-5]\d)?(?: [ap]m)?$/);
        expect(html).toContain(`<b>${time}</b>`);
      }
      const last = html.slice(html.indexOf('id="yours"'));
      expect(last).toContain('action="/api/signup-begin.php"');
      expect(html).toContain('href="#yours"');
    }
    const titles = pages.map((page) => own(page)['title']);
    expect(new Set(titles).size).toBeGreaterThan(pages.length * 0.9);
  });

  test('the first still is inlined and small; the later ones are the niche’s own, lazy and sized', async () => {
    for (const { html, site, language } of pages) {
      const [, first = ''] = /<img src="data:image\/avif;base64,([^"]+)"/.exec(html) ?? [];
      expect(Buffer.from(first, 'base64').length).toBeGreaterThan(1000);
      expect(Buffer.from(first, 'base64').length).toBeLessThanOrEqual(6_000);
      expect(stillsOf(html)).toHaveLength(2);
      for (const [image] of html.matchAll(/<img src="\/film[^>]*>/g)) {
        expect(image).toContain('loading="lazy"');
        expect(image).toMatch(/ width="\d+" height="\d+"/);
      }
      if (language !== 'en') continue;
      for (const path of stillsOf(html)) {
        const file = exportedFile(site, path);
        expect(file.length).toBeLessThanOrEqual(12_000);
        expect(await sharp(file).metadata()).toMatchObject({ width: 864, height: 1080 });
      }
    }
  });

  test('it is animated by scrolling only with motion permitted and browser support', () => {
    for (const { html } of pages) {
      const css = /<style[^>]*>([\s\S]*?)<\/style>/.exec(html)?.[1] ?? '';
      const moving = css.slice(css.indexOf('@supports'));
      expect(moving).toMatch(
        /^@supports ?\(animation-timeline: ?view\(\)\) ?\{@media ?\(prefers-reduced-motion: ?no-preference\)/,
      );
      expect(css.slice(0, css.indexOf('@supports'))).not.toContain('view-timeline');
      expect(html).not.toContain('<video');
    }
  });

  test('a campaign has its own headline, picture and button, and begins with the evening; then the next day follows', () => {
    const campaign = pages[0]?.site.niche.campaigns[0];
    if (!campaign) throw new Error('The first niche has no campaign.');
    const [page] = landerPages(LANDER, campaign.slug);
    const words = page?.words['campaigns'] ?? {};
    for (const part of ['title', 'action']) expect(page?.html).toContain(inHtml(words[`${campaign.slug}_${part}`]));
    expect(page?.html).toMatch(new RegExp(`<body class="[^"]*accent-${campaign.accent}`));
    if (!page) throw new Error('The campaign has no page.');
    const [, first = ''] = /<img src="data:image\/avif;base64,([^"]+)"/.exec(page.html) ?? [];
    expect(first).toBe(exportedFile(page.site, campaign.picture).toString('base64'));
    expect(stillsOf(page.html)).toEqual(['/film/still-1.avif', '/film/still-2.avif']);
    const times = [...page.html.matchAll(/<b>(\d\d[:.]\d\d)<\/b>/g)].map(([, time]) => time);
    expect(times).toEqual([3, 1, 2].map((number) => own(page)[`time_${number}`]));
  });
});
