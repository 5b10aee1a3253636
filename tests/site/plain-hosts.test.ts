// How Cloudflare Pages and Netlify serve an export, by their own parsers and rules.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { MAX_HEADER_RULES, MAX_LINE_LENGTH } from '@cloudflare/pages-shared/dist/metadata-generator/constants.js';
import { beforeAll, describe, expect, test, vi } from 'vitest';
import { pageFile, pathOf, prefixOf } from '#domain/routes';
import type { BuiltPage } from '#scripts/build/pages';
import { inlineHashes, isAsked } from '#scripts/build/policy';
import { loadSites, type Site } from '#site/load';
import { onCloudflare } from '../support/cloudflare.ts';
import { readPages } from '../support/exported-pages.ts';
import { type Netlify, onNetlify } from '../support/netlify.ts';
import { sampled } from '../support/samples.ts';

const POLICY = 'Content-Security-Policy';
const dist = join(process.cwd(), 'dist');

/** The canonical address of an exported page. */
const addressOf = ({ route, language, slug, file }: BuiltPage): string =>
  route.name === 'token'
    ? `/${file.replace(/\.html$/, '')}`
    : pathOf(route.name, language, { id: 'some-id', type: 'sent', ...(slug ? { slug } : {}) });

/** What a policy of a page does not allow of it. */
function missingIn(policy: string, { route, html }: BuiltPage): string[] {
  const { scripts, styles } = inlineHashes(html);
  const needed = route.world === 'members' ? ["connect-src 'self'", ...scripts] : [...scripts, ...styles];
  return ["default-src 'none'", ...needed].filter((each) => !policy.includes(each));
}

describe.each(loadSites(process.cwd()).map((site): [string, Site] => [site.folder, site]))('%s', (folder, site) => {
  const home = `https://${site.siteSettings.domain}`;
  const own = join(dist, folder);
  let pages: BuiltPage[] = [];
  let netlify: Netlify;
  let ask: (address: string) => Promise<Response>;
  /** What Cloudflare's parser said. */
  let said = '';
  beforeAll(async () => {
    const kinds = (['log', 'info', 'warn'] as const).map((kind) => vi.spyOn(console, kind).mockReturnValue());
    ask = await onCloudflare(own, home);
    said = kinds.flatMap(({ mock }) => mock.calls.flat()).join('\n');
    vi.restoreAllMocks();
    const languages = sampled(`plain hosts: ${folder}`, site.codes, 2);
    pages = readPages(own, site).filter(({ language }) => languages.includes(language));
    netlify = await onNetlify(own, join(dist, 'hosting', folder, 'netlify.toml'));
  });

  test('both hosts take every rule', () => {
    const lines = readFileSync(join(own, '_redirects'), 'utf8').trim().split('\n');
    expect(said).toBe(`✨ Parsed ${lines.length} valid redirect rules.`);
    const headers = readFileSync(join(own, '_headers'), 'utf8').split('\n');
    expect(headers.filter((line) => line.startsWith('/')).length).toBeLessThanOrEqual(MAX_HEADER_RULES);
    expect(headers.filter((line) => line.length > MAX_LINE_LENGTH)).toEqual([]);
    expect(netlify.faults).toEqual([]);
    // Cloudflare takes no more in a deployment of a free account.
    expect(readdirSync(own, { recursive: true }).length).toBeLessThan(20_000);
  });

  test('LA22: each page is answered at its canonical address, without a redirect and with one policy that allows its content', async () => {
    const wrong: unknown[] = [];
    for (const page of pages.filter((each) => !isAsked(each))) {
      const address = addressOf(page);
      const answer = await ask(address);
      const policy = answer.headers.get(POLICY) ?? '';
      const isPage = answer.status === 200 && (await answer.text()) === page.html;
      const [first = '', ...others] = new Set(netlify.headerAt(address, POLICY));
      const missing = [missingIn(policy, page), missingIn(first, page)].flat();
      const elsewhere = netlify.ask(address);
      // A comma would begin a second policy.
      if (!isPage || policy.includes(',') || others.length > 0 || missing.length > 0 || elsewhere.answer !== page.file)
        wrong.push([address, answer.status, answer.headers.get('location'), elsewhere, missing]);
    }
    expect(pages.length).toBeGreaterThan(100);
    expect(wrong).toEqual([]);
  });

  test('SH10: an unknown address has the 404 page of its language, which brings its policy along', async () => {
    for (const page of pages.filter(isAsked)) {
      const [, policy = ''] = /<meta http-equiv="Content-Security-Policy" content="([^"]*)"/.exec(page.html) ?? [];
      expect([page.file, missingIn(policy, page)]).toEqual([page.file, []]);
    }
    for (const code of site.codes) {
      const lost = pageFile(`${prefixOf(code)}/404`);
      for (const address of [`${prefixOf(code)}/nowhere`, `${prefixOf(code)}/no/where`]) {
        const answer = await ask(address);
        expect([answer.status, await answer.text()]).toEqual([404, readFileSync(join(own, lost), 'utf8')]);
        expect(netlify.ask(address)).toEqual({ status: 404, answer: lost });
      }
    }
  });

  test('Netlify passes calls and photos on to the backend, with the key and no country of a visitor’s choice', () => {
    const backend = `https://api.${site.siteSettings.domain}`;
    for (const path of ['/api/user.php', '/media/photos/a.webp'])
      expect(netlify.ask(path)).toEqual({
        ...{ status: 200, answer: backend + path },
        sent: { 'X-Cdn-Key': 'CDN_KEY', 'X-Country-Code': 'XX' },
      });
  });
});
