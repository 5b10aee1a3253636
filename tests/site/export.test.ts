// The exported sites on disk: languages, bars, policies, scripts, and configuration for other hosts.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliCompressSync } from 'node:zlib';
import { beforeAll, describe, expect, test } from 'vitest';
import { hasScreen, hasSlug, pageFile, pathOf, routes } from '#domain/routes';
import { loadSites, nicheFolders } from '#site/load';
import { translatorFor } from '#i18n/translator';
import { discreetManifest } from '#domain/discreet';
import { manifestFile } from '#site/pages';
import { scriptsOf, type BuiltPage } from '#scripts/build/pages';
import { inlineHashes } from '#scripts/build/policy';
import { readPages } from '../support/exported-pages.ts';

const root = process.cwd();
const sites = loadSites(root);
const codes = sites[0]?.languages.map((language) => language.code) ?? [];
const pages = new Map<string, BuiltPage[]>();
const headers = new Map<string, { policies: { members: string; pages: Record<string, string> } }>();

beforeAll(() => {
  for (const site of sites) {
    const folder = join(root, 'dist', site.folder);
    pages.set(site.folder, readPages(folder, site));
    headers.set(
      site.folder,
      JSON.parse(readFileSync(join(root, 'dist', 'hosting', site.folder, 'headers.json'), 'utf8')),
    );
  }
});
const pagesOf = (folder: string): BuiltPage[] => pages.get(folder) ?? [];
const isPublic = (page: BuiltPage): boolean => page.route.world === 'public';

test('SI1 SI2: every niche folder is a site with a number of its own, in every language that has a folder', () => {
  expect(sites.map((site) => site.folder).sort()).toEqual([...nicheFolders(root)].sort());
  expect(new Set(sites.map((site) => site.siteSettings.niche)).size).toBe(sites.length);
  const folders = readdirSync(join(root, 'locales')).filter((name) => /^[a-z]{2}$/.test(name));
  for (const site of sites) expect(site.languages.map(({ code }) => code).sort(), site.folder).toEqual(folders.sort());
});

describe.each(sites.map((site) => site.folder))('%s', (folder) => {
  const site = sites.find((each) => each.folder === folder);
  if (!site) throw new Error(folder);

  test('SI3 LA1: every page with a screen is exported in every language, English without a prefix', () => {
    const campaigns = routes.filter(hasSlug).length * site.niche.campaigns.length;
    const wanted = (routes.filter((route) => route.screen).length + campaigns) * codes.length;
    expect(pagesOf(folder)).toHaveLength(wanted);
    expect(existsSync(join(root, 'dist', folder, 'index.html'))).toBe(true);
    expect(existsSync(join(root, 'dist', folder, 'en'))).toBe(false);
  });

  test('SI2 SI21: every page declares its language, and the front page has the brand’s own heading', () => {
    for (const page of pagesOf(folder)) {
      const tag = site.languages.find((language) => language.code === page.language)?.tag;
      expect(page.html).toContain(`<html lang="${tag}"`);
    }
    const heading = site.texts('en')['landers']?.['heading'] ?? '-';
    expect(pagesOf(folder).find((page) => page.file === 'index.html')?.html).toContain(heading);
  });

  test('no style of the members area uses a sibling selector, which makes a page change recompute all styles', () => {
    const assets = join(root, 'dist', folder, 'assets');
    const sheets = readdirSync(assets).filter((name) => /^members\.\w+\.css$/.test(name));
    expect(sheets).toHaveLength(1);
    const css = readFileSync(join(assets, sheets[0] ?? ''), 'utf8');
    expect(css).toContain('legend{');
    expect(css.match(/[^{},]*[+~][*:][^{},]*/g) ?? []).toEqual([]);
  });

  test('the bars of all members pages of a language differ only by what a page change updates', () => {
    const bars = new Map<string, Set<string>>();
    for (const page of pagesOf(folder).filter((each) => !isPublic(each))) {
      for (const [bar, kind = ''] of page.html.matchAll(
        /<(header|footer|nav) class="(?:topbar|footer|bottombar)".*?<\/\1>/gs,
      )) {
        const plain = bar.replace(/ (?:href|aria-current|props|uid)(?:="[^"]*")?/g, '');
        bars.set(page.language + kind, (bars.get(page.language + kind) ?? new Set()).add(plain));
      }
    }
    expect([...bars.values()].map(({ size }) => size)).toEqual(Array(codes.length * 3).fill(1));
  });

  test('the language menu of each page marks the language of the page, and no other', () => {
    const wrong = pagesOf(folder).filter(({ html, language }) => {
      const menu = /<ul class="menu-list">.*?<\/ul>/s.exec(html)?.[0] ?? '';
      const marked = [...menu.matchAll(/<a [^>]*aria-current="true"[^>]*>/g)].map(([link]) => link);
      return marked.length !== 1 || !marked[0]?.includes(`data-language="${language}"`);
    });
    expect(wrong.map(({ file }) => file)).toEqual([]);
  });

  test('SH12 SH22: visitors get a login button, the members area a link to the search', () => {
    // A lander has a bar with the logo only; its first step leads to the page that has the login.
    for (const page of pagesOf(folder).filter(({ route }) => route.layout !== 'lander')) {
      const wanted = isPublic(page)
        ? page.route.name === 'login'
          ? null
          : pathOf('login', page.language)
        : pathOf('members', page.language);
      if (wanted) expect(page.html).toContain(`href="${wanted}"`);
    }
    expect(hasScreen('login')).toBe(true);
  });

  test('unlisted pages are hidden from search engines, and the sitemap has all others', () => {
    const hidden = pagesOf(folder).filter(({ route, slug }) => !route.listed || slug);
    expect(hidden.filter(({ html }) => !html.includes('content="noindex"')).map(({ file }) => file)).toEqual([]);
    const sitemap = readFileSync(join(root, 'dist', folder, 'sitemap.xml'), 'utf8');
    expect([...sitemap.matchAll(/<loc>/g)]).toHaveLength(
      routes.filter((route) => route.screen && route.listed).length * site.published.length,
    );
  });

  test('the policy of each page allows exactly the page’s content, and nothing unsafe', () => {
    const { policies } = headers.get(folder) ?? { policies: { members: '', pages: {} } };
    for (const page of pagesOf(folder)) {
      const policy = isPublic(page) ? (policies.pages[page.file] ?? '') : policies.members;
      expect(policy).toContain("default-src 'none'");
      expect(policy).not.toMatch(/unsafe|\*|https?:/);
      const { scripts, styles } = inlineHashes(page.html);
      for (const hash of [...scripts, ...styles]) expect(policy).toContain(hash);
      expect(/\sstyle="/.test(page.html)).toBe(false);
      expect(/<[^>]*\son[a-z]+="/.test(page.html)).toBe(false);
    }
  });

  test('SG23: pages of an open brand have no styles of the signup gate, though their script refers to one', () => {
    const { signups } = sites.find((site) => site.folder === folder)?.siteSettings ?? {};
    for (const { html, file } of signups === 'all' ? pagesOf(folder) : [])
      expect(html.includes('by-source'), file).toBe(false);
  });

  test('public pages load no framework script and at most 2 kB of their own', () => {
    // Most pages have the same ones, and compressing takes long.
    const sizes = new Map<string, number>();
    for (const page of pagesOf(folder).filter(isPublic)) {
      expect(scriptsOf(join(root, 'dist', folder), page.html)).toEqual([]);
      expect(page.html).not.toContain('astro-island');
      const own = [...page.html.matchAll(/<script(?![^>]*(?:json|speculationrules))[^>]*>([\s\S]*?)<\/script>/g)];
      const code = own.map(([, text = '']) => text).join('\n');
      const size = sizes.get(code) ?? brotliCompressSync(code).length;
      sizes.set(code, size);
      expect(size, page.file).toBeLessThanOrEqual(2048);
    }
  });

  test('ordinary public pages let the browser prefetch the next page of the site; landers and members pages do not', () => {
    for (const page of pagesOf(folder)) {
      const [, rules] = /<script type="speculationrules">([^<]*)<\/script>/.exec(page.html) ?? [];
      const isOrdinary = isPublic(page) && page.route.layout === 'default';
      if (!isOrdinary) continue;
      const where = { and: [{ href_matches: '/*' }, { not: { selector_matches: '[data-language]' } }] };
      const wanted = { prefetch: [{ where, eagerness: 'moderate' }] };
      expect(JSON.parse(rules ?? 'null'), page.file).toEqual(wanted);
    }
    const others = pagesOf(folder).filter((page) => page.route.layout === 'lander' || !isPublic(page));
    expect(others.filter(({ html }) => html.includes('speculationrules')).map(({ file }) => file)).toEqual([]);
  });

  test('SI35 SI36: breakpoints, container widths, toast and modal widths are those of the list', () => {
    const sheet = pagesOf(folder).flatMap((page) =>
      [...page.html.matchAll(/href="(\/assets\/[^"]+\.css)"/g)].map((match) => match[1] ?? ''),
    )[0];
    const css = readFileSync(join(root, 'dist', folder, sheet ?? ''), 'utf8');
    const missing = [576, 768, 992, 1200].filter(
      (breakpoint) => !new RegExp(`\\(min-width: ?${breakpoint}px\\)`).test(css),
    );
    const wanting = [540, 720, 960, 1140, 350, 300, 500, 800].filter((width) => !css.includes(`${width}px`));
    expect({ missing, wanting }).toEqual({ missing: [], wanting: [] });
  });

  test('other web servers give each page the policy of its world', () => {
    const policies = JSON.parse(readFileSync(join(root, 'dist', 'hosting', folder, 'headers.json'), 'utf8')).policies;
    const nginx = readFileSync(join(root, 'dist', 'hosting', folder, 'nginx.conf'), 'utf8');
    const rules = [...nginx.matchAll(/^ {2}~(\S+) "(.*)";$/gm)].map(
      ([, at = '', policy]) => [RegExp(at), policy] as const,
    );
    const caddy = readFileSync(join(root, 'dist', 'hosting', folder, 'Caddyfile'), 'utf8');
    const [, area = ''] = /@members \{\n([\s\S]*?)\n {2}\}/.exec(caddy) ?? [];
    const paths = (/path (.*)/.exec(area)?.[1] ?? '').split(' ').map((path) => RegExp(`^${path.replace('*', '.*')}$`));
    const except = [...area.matchAll(/not path_regexp (\S+)/g)].map(([, at = '']) => RegExp(at));
    const wrong: string[] = [];
    for (const { route, language, slug } of pagesOf(folder)) {
      const address = pathOf(route.name, language, {
        id: 'some-id',
        token: 'x',
        type: 'sent',
        ...(slug ? { slug } : {}),
      });
      const wanted = isPublic({ route } as BuiltPage) ? policies.public : policies.members;
      const isMembers = paths.some((path) => path.test(address)) && !except.some((path) => path.test(address));
      const given = [
        rules.find(([at]) => at.test(address))?.[1] ?? policies.public,
        isMembers ? policies.members : policies.public,
      ];
      if (given.some((policy) => policy !== wanted)) wrong.push(address);
    }
    expect(wrong).toEqual([]);
  });

  test('other hosts get rewrites, headers and a manifest', () => {
    const folderPath = join(root, 'dist', folder);
    expect(readFileSync(join(folderPath, '_redirects'), 'utf8')).toContain('/:lang/members/:id /:lang/members/_ 200');
    expect(readFileSync(join(folderPath, '_headers'), 'utf8')).toContain('Content-Security-Policy: default-src');
    expect(readFileSync(join(root, 'dist', 'hosting', folder, 'nginx.conf'), 'utf8')).toContain(
      `server_name ${site.siteSettings.domain}`,
    );
    expect(JSON.parse(readFileSync(join(folderPath, 'manifest.webmanifest'), 'utf8'))).toMatchObject({
      name: site.name,
      display: 'standalone',
    });
    for (const { code } of site.languages) {
      const { shortcuts, lang } = JSON.parse(readFileSync(join(folderPath, manifestFile(code)), 'utf8')) as {
        lang: string;
        shortcuts: { name: string; url: string }[];
      };
      const { translate: t } = translatorFor(code, site.texts(code));
      expect([lang, shortcuts.map(({ name, url }) => [name, url])]).toEqual([
        code,
        [
          [t('shell:nav_messages'), pathOf('chats', code)],
          [t('shell:nav_likes'), pathOf('likes', code)],
          [t('shell:nav_search'), pathOf('members', code)],
        ],
      ]);
      expect(readFileSync(join(folderPath, pageFile(pathOf('chats', code))), 'utf8')).toContain(
        `href="/${manifestFile(code)}"`,
      );
    }
    for (const { code } of site.languages) {
      const file = discreetManifest(manifestFile(code));
      const text = readFileSync(join(folderPath, file), 'utf8');
      const { id, name, icons } = JSON.parse(text) as { id: string; name: string; icons: { src: string }[] };
      expect([id, name]).toEqual(['/', translatorFor(code, site.texts(code)).translate('discreet:name')]);
      expect(text.toLowerCase()).not.toContain(site.name.toLowerCase());
      for (const { src } of icons) expect(existsSync(join(folderPath, src)), src).toBe(true);
      expect(readFileSync(join(folderPath, pageFile(pathOf('chats', code))), 'utf8')).toContain(
        `data-discreet="/${file}"`,
      );
    }
    expect(readFileSync(join(folderPath, 'robots.txt'), 'utf8')).toContain('/sitemap.xml');
    for (const file of ['index.html', 'login.html'])
      for (const ending of ['br', 'gz']) expect(existsSync(join(folderPath, `${file}.${ending}`))).toBe(true);
  });
});
