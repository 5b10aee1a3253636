// How static hosts apply an export's `_redirects` and `_headers`, read as the strictest of them does.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { pathOf } from '#domain/routes';
import { loadSites } from '#site/load';
import { inlineHashes, isAsked } from '#scripts/build/policy';
import { readPages } from '../support/exported-pages.ts';

const root = process.cwd();
const sites = loadSites(root);

interface Rule {
  readonly address: RegExp;
  readonly policy: string | null;
}

/** A placeholder matches one segment, a star the rest. */
const asPattern = (path: string): RegExp => RegExp(`^${path.replace(/:\w+/g, '[^/]+').replace('*', '.*')}$`);

function readRules(text: string): Rule[] {
  return text.split(/\n(?=\/)/).map((block) => {
    const [path = '', ...lines] = block.split('\n');
    const policies = lines.flatMap((line) => /^ {2}Content-Security-Policy: (.+)$/.exec(line)?.[1] ?? []);
    return { address: asPattern(path), policy: policies[0] ?? null };
  });
}

test.each(sites.map(({ folder }) => folder))('%s: each page has one policy, which allows its content', (folder) => {
  const site = sites.find((each) => each.folder === folder);
  if (!site) throw new Error(folder);
  const text = readFileSync(join(root, 'dist', folder, '_headers'), 'utf8');
  const rules = readRules(text);
  expect(rules.length).toBeLessThanOrEqual(100);
  expect(text.split('\n').filter((line) => line.length > 2000)).toEqual([]);
  const wrong: string[] = [];
  const pages = readPages(join(root, 'dist', folder), site);
  const asked = pages.filter(isAsked);
  expect(asked.length).toBe(2 * site.codes.length);
  // Their addresses are unknown.
  for (const { file, html } of asked) {
    const [, policy = ''] = /<meta http-equiv="Content-Security-Policy" content="([^"]*)"/.exec(html) ?? [];
    const { scripts, styles } = inlineHashes(html);
    const missing = ["default-src 'none'", ...scripts, ...styles].filter((each) => !policy.includes(each));
    expect([file, missing]).toEqual([file, []]);
  }
  for (const { route, language, slug, html } of pages.filter((page) => !isAsked(page))) {
    const parameters = { id: 'some-id', token: 'x', type: 'sent', ...(slug ? { slug } : {}) };
    const { scripts, styles } = inlineHashes(html);
    for (const end of ['', '/']) {
      const address = pathOf(route.name, language, parameters).replace(/\/$/, '') + end || '/';
      const policies = rules.flatMap((rule) => (rule.policy && rule.address.test(address) ? [rule.policy] : []));
      const needed = route.world === 'members' ? ["connect-src 'self'", ...scripts] : [...scripts, ...styles];
      const isRight = policies.length === 1 && needed.every((each) => policies[0]?.includes(each));
      if (!isRight) wrong.push(`${address}: ${policies.length}`);
    }
  }
  expect(wrong).toEqual([]);
});

test('LA22: an id page and a campaign are answered at their own address, without a redirect to their file', () => {
  for (const { folder } of sites) {
    const lines = readFileSync(join(root, 'dist', folder, '_redirects'), 'utf8')
      .trim()
      .split('\n');
    const rewrites = lines.map((line) => line.split(' ')).filter(([, , status]) => status === '200');
    // A path without its slash would be redirected to the folder's own address.
    expect(rewrites.filter(([, to = '']) => !to.endsWith('/'))).toEqual([]);
    const first = (address: string): string | undefined =>
      rewrites.find(([from = '']) => asPattern(from).test(address))?.[1];
    expect(first('/members/some-id/landing')).toBe('/members/_/landing/');
    expect(first('/nl/landers/video/evening')).toBe('/:lang/landers/:lander/_evening/');
  }
});
