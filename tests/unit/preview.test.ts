// A campaign in every language of its niche, as the operator sees it before it goes live.
import { expect, test } from 'vitest';
import { previewLines } from '#scripts/operator/preview';
import { loadSites, type Site } from '#site/load';
import { typedOrder } from '../support/operator.ts';

const sites = loadSites(process.cwd());
const site = sites.find(({ niche }) => niche.campaigns.length > 0);
const slug = site?.niche.campaigns[0]?.slug ?? '';
if (!site) throw new Error('No niche has a campaign.');

const shown = (of: readonly Site[], line: string): string[] => {
  const order = typedOrder(line);
  if (order.kind !== 'preview') throw new Error('Not a preview.');
  return previewLines(of, order);
};

test('preview shows heading and button in every language, and the addresses of all landers', () => {
  const lines = shown(sites, `preview ${site.folder} ${slug}`);
  for (const code of site.codes) {
    const line = lines.find((each) => each.startsWith(`${code} `)) ?? '';
    expect(line).toContain(site.texts(code)['campaigns']?.[`${slug}_title`]);
    expect(line).toContain(site.texts(code)['campaigns']?.[`${slug}_action`]);
    expect(line).not.toContain('STILL ENGLISH');
  }
  expect(lines.filter((line) => line.startsWith(`https://${site.siteSettings.domain}/`)).length).toBeGreaterThan(5);
  expect(lines.at(-1)).toMatch(new RegExp(`/${slug}$`));
  const json = JSON.parse(shown(sites, `preview ${site.folder} ${slug} --json`).join('')) as { texts: object[] };
  expect(json.texts).toHaveLength(site.codes.length);
});

test('preview marks a language that lacks the words, and names the campaigns there are', () => {
  const texts = (code: string) => (code === 'nl' ? { ...site.texts('nl'), campaigns: {} } : site.texts(code));
  const lines = shown([{ ...site, texts }], `preview ${site.folder} ${slug}`);
  expect(lines.filter((line) => line.endsWith('STILL ENGLISH')).map((line) => line.slice(0, 2))).toEqual(['nl']);
  const action = site.texts('en')['campaigns']?.[`${slug}_action`];
  const half = (code: string) => ({
    ...site.texts(code),
    campaigns: { ...site.texts(code)['campaigns'], ...(code === 'de' ? { [`${slug}_action`]: action } : {}) },
  });
  const halfShown = shown([{ ...site, texts: half as Site['texts'] }], `preview ${site.folder} ${slug}`);
  expect(halfShown.filter((line) => line.endsWith('STILL ENGLISH')).map((line) => line.slice(0, 2))).toEqual(['de']);
  expect(() => shown(sites, `preview ${site.folder} nothing`)).toThrow(`has no campaign nothing; it has: ${slug}`);
  expect(() => shown(sites, `preview nothing ${slug}`)).toThrow('There is no niche nothing');
  expect(() => typedOrder('preview plain')).toThrow('takes a niche and the slug');
});
