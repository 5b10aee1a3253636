// Campaign landers repeat the advertisement: its picture in the document, and its accent colour.
import { describe, expect, test } from 'vitest';
import { exportedFile, landerPages } from '../support/lander-pages.ts';

/** Landers that open with a picture of the niche; the others place the campaign's picture in their own drawing. */
const WITH_PICTURE = ['collagelanding', 'gallery', 'socialnetwork', 'transitionsvideolanding', 'video'];

describe.each(WITH_PICTURE)('the campaigns of %s', (lander) => {
  test('LA22: a campaign opens with its own picture and accent, the default with neither', () => {
    const defaults = landerPages(lander);
    const slugs = new Set(defaults.flatMap(({ site }) => site.niche.campaigns.map(({ slug }) => slug)));
    expect(slugs.size).toBeGreaterThan(0);
    for (const slug of slugs)
      landerPages(lander, slug).forEach(({ site, html }, at) => {
        const campaign = site.niche.campaigns.find((each) => each.slug === slug);
        if (!campaign) throw new Error(`${site.folder} has no campaign ${slug}.`);
        const inlined = exportedFile(site, campaign.picture).toString('base64');
        const accent = new RegExp(`<body class="[^"]*accent-${campaign.accent}`);
        expect(html).toContain(inlined);
        expect(html).toMatch(accent);
        expect(defaults[at]?.html).not.toContain(inlined);
        expect(defaults[at]?.html).not.toMatch(accent);
      });
  });
});
