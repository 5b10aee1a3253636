// The exported landers and signup pages for one member: shells without personal data.
import { describe, expect, test } from 'vitest';
import { loadSites } from '#site/load';
import { landerPagesOf, readable } from '../support/lander-pages.ts';

const sites = loadSites(process.cwd());
const designs = [
  ['LA11', 'members-id-landing', 'title'],
  ['LA12', 'members-id-landing2-slug', 'title2'],
  ['LA13', 'members-id-landing3-slug', 'title3'],
] as const;

describe.each(sites.map((site) => [site.folder, site] as const))('%s', (_folder, site) => {
  test.each(designs)(
    '%s LA22: %s has its own texts, one heading and a form that keeps the member it is for',
    (id, route, title) => {
      const pages = landerPagesOf(site, route);
      const campaigns = id === 'LA11' ? 0 : site.niche.campaigns.length;
      expect(pages).toHaveLength(site.languages.length * (1 + campaigns));
      for (const { html, language, slug } of pages) {
        const texts = site.texts(language);
        const heading = slug ? texts['campaigns']?.[`${slug}_title`] : texts['lander-member']?.[title];
        expect([...html.matchAll(/<h1[^>]*>([\s\S]*?)<\/h1>/g)].map(([, text = '']) => readable(text))).toEqual([
          heading,
        ]);
        const [form = ''] = /<form[^>]*action="\/api\/signup-begin\.php"[\s\S]*?<\/form>/.exec(html) ?? [];
        for (const name of ['member', 'form_page'])
          expect(form).toMatch(new RegExp(`<input type="hidden" name="${name}" value(="")? data-refill="${name}"`));
      }
    },
  );

  test.each(designs)('%s: %s shows a drawing and neutral texts, and labels a face as fictional', (_id, route) => {
    for (const { html, language } of landerPagesOf(site, route)) {
      const texts = site.texts(language)['lander-member'] ?? {};
      const [, frame = ''] = /<div class="card-photo portrait" data-photos="([^"]*)"/.exec(html) ?? [];
      expect(frame).toMatch(/^\/media\/photos\/$/);
      expect(html).toContain((texts['someone'] ?? '-').replace('{{name}}', site.name));
      expect(html).toMatch(/data-if-fictional hidden[^>]*>\s*<span class="label-fictional"/);
      const faces = [...html.matchAll(/src="\/previews\//g)].length;
      expect([...html.matchAll(/class="label-fictional"/g)]).toHaveLength(faces + 1);
      expect(readable(html.replace(/<(script|style)[^>]*>[\s\S]*?<\/\1>/g, ''))).not.toMatch(/[{}]\w*[{}]|undefined/);
    }
  });

  test('SG2 SG3: both signup pages have a block for the member, and only the one for a member learns its address', () => {
    for (const route of ['signup', 'members-id-signup'])
      for (const { html, language } of landerPagesOf(site, route)) {
        expect(html).toContain(site.texts(language)['lander-member']?.['for_someone']?.replaceAll("'", '&#39;'));
        expect(/name="form_page"[^>]*value="\/[^"]*signup"/.test(html)).toBe(route === 'signup');
      }
  });
});
