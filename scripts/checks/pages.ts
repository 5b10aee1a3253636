// Check: every route with a screen has its page file, and every text and namespace that pages and islands ask for exists.
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { filesIn, lineAt, read } from './files.ts';
import type { Report } from './report.ts';

interface Route {
  readonly name: string;
  readonly path: string;
  readonly layout: string;
  readonly world?: string;
  readonly screen?: true;
}
interface Routes {
  readonly routes: readonly Route[];
  readonly textRoutes?: readonly string[];
  matchPath(path: string, languages: readonly string[]): { readonly route: Route } | null;
}

const ROUTES = 'src/domain/routes.ts';
const PAGES = 'src/pages/[...locale]';

export async function check(root: string): Promise<Report> {
  if (!existsSync(join(root, ROUTES))) return { faults: [] };
  const table = (await import(pathToFileURL(join(root, ROUTES)).href)) as Routes;
  const { routes, textRoutes = [] } = table;
  const screens = routes.filter(({ screen }) => screen);
  return {
    faults: [
      ...pageFileFaults(root, screens, textRoutes),
      ...routeNameFaults(root, routes),
      ...namespaceFaults(root),
      ...textFaults(root),
      ...landerFaults(root, screens),
      ...(await navigationFaults(root)),
      ...(await walkFaults(root, table)),
    ],
    note: `${screens.length} pages`,
  };
}

/** A route without a page file would be linked and listed, and answer 404. A long text has one page file for all. */
function pageFileFaults(root: string, screens: readonly Route[], textRoutes: readonly string[]): string[] {
  const shapes = new Set(filesIn(root, PAGES, ['astro']).map(shapeOfFile));
  return screens
    .filter(({ name, path }) => !textRoutes.includes(name.replace(/^pages-/, '')) && !shapes.has(shapeOfPath(path)))
    .map(({ name, path }) => `${ROUTES}: "${name}" has a screen but no page file; write ${PAGES}${fileOfPath(path)}.`);
}

const fileOfPath = (path: string): string => {
  const file = path.replace(/:(\w+)\?$/, '[...$1]').replace(/:(\w+)/g, '[$1]');
  return file.endsWith(']') ? `${file}.astro` : `${file.replace(/\/$/, '')}/index.astro`;
};

/** The address a page file answers to, with `:` for every parameter. */
const shapeOfFile = (file: string): string =>
  file
    .slice(PAGES.length)
    .replace(/(\/index)?\.astro$/, '')
    .replace(/\[[^\]]+\]/g, ':') || '/';
const shapeOfPath = (path: string): string => path.replace(/:\w+\??/g, ':');

function routeNameFaults(root: string, routes: readonly Route[]): string[] {
  const names = new Set(routes.map(({ name }) => name));
  return occurrences(root, 'src/pages', ['astro'], /\broute="([^"]+)"/g)
    .filter(({ found }) => !names.has(found))
    .map(({ place, found }) => `${place}: there is no route "${found}"; add its row to ${ROUTES}.`);
}

function namespaceFaults(root: string): string[] {
  return occurrences(root, 'src/pages', ['astro'], /\bwords=\{\[([^\]]*)\]\}/g).flatMap(({ place, found }) =>
    [...found.matchAll(/'([^']+)'/g)]
      .map(([, space = '']) => `locales/en/${space}.json`)
      .filter((file) => !existsSync(join(root, file)))
      .map((file) => `${place}: ${file} is missing; write these words there and in every language.`),
  );
}

/** A text that is missing throws when it is drawn, so the build or a member would find it. Keys made of parts are not seen here. */
function textFaults(root: string): string[] {
  const spaces = new Map<string, Readonly<Record<string, string>>>();
  const textsOf = (space: string): Readonly<Record<string, string>> => {
    // The words of the console are English only.
    const file = [`locales/en/${space}.json`, `locales/en/staff/${space}.json`].find((each) =>
      existsSync(join(root, each)),
    );
    const texts = spaces.get(space) ?? (file ? (JSON.parse(read(root, file)) as Record<string, string>) : {});
    spaces.set(space, texts);
    return texts;
  };
  const exists = (space: string, key: string): boolean => key in textsOf(space) || `${key}_other` in textsOf(space);
  return occurrences(root, 'src', ['ts', 'tsx', 'astro'], /\bt\(\s*'([a-z][\w-]*:[\w-]+)'/g).flatMap(
    ({ place, found }) => {
      const [space = '', key = ''] = found.split(':');
      return exists(space, key)
        ? []
        : [`${place}: there is no text "${found}"; write "${key}" in locales/en/${space}.json and in every language.`];
    },
  );
}

/** What a lander has besides its page file: words of its own and a test of its export. */
function landerFaults(root: string, screens: readonly Route[]): string[] {
  return screens
    .filter(({ name, layout }) => layout === 'lander' && name.startsWith('landers-'))
    .flatMap(({ name }) => {
      const lander = name.replace(/^landers-|-slug$/g, '');
      return [`locales/en/lander-${lander}.json`, `tests/site/lander-${lander}.test.ts`];
    })
    .filter((file) => !existsSync(join(root, file)))
    .map((file) => `${file}: is missing; each lander has one.`);
}

const NAVIGATION = 'src/domain/navigation.ts';
/** The bars make the keys of these words of the entries' names. */
async function navigationFaults(root: string): Promise<string[]> {
  if (!existsSync(join(root, NAVIGATION))) return [];
  const { navItems } = (await import(pathToFileURL(join(root, NAVIGATION)).href)) as { navItems: object };
  const texts = JSON.parse(read(root, 'locales/en/shell.json')) as Record<string, string>;
  return Object.keys(navItems)
    .flatMap((name) => [`nav_${name}`, `nav_${name}_short`])
    .filter((key) => !(key in texts))
    .map((key) => `locales/en/shell.json: lacks "${key}" of ${NAVIGATION}; write it in every language.`);
}

const WALKED = 'scripts/screenshots/member-screens.ts';
/** The walks through the members area leave no page of it out. */
async function walkFaults(root: string, { routes, matchPath }: Routes): Promise<string[]> {
  if (!existsSync(join(root, WALKED))) return [];
  const { memberScreens } = (await import(pathToFileURL(join(root, WALKED)).href)) as {
    memberScreens(subjects: object): Readonly<Record<string, string>>;
  };
  const id = '00000000-0000-4000-8000-000000000000';
  const paths = Object.values(memberScreens({ member: id, payment: id, partner: id }));
  const walked = new Set(paths.map((path) => matchPath(path.split('?')[0] ?? '', [])?.route.name));
  return routes
    .filter(({ name, world, screen }) => world === 'members' && screen && !walked.has(name))
    .map(({ name }) => `${WALKED}: has no address of the page "${name}" of the members area; add one.`);
}

interface Occurrence {
  readonly place: string;
  readonly found: string;
}

const occurrences = (root: string, folder: string, extensions: readonly string[], pattern: RegExp): Occurrence[] =>
  filesIn(root, folder, extensions).flatMap((path) => {
    const text = read(root, path);
    return [...text.matchAll(pattern)].map(({ 1: found = '', index }) => ({
      place: `${path}:${lineAt(text, index)}`,
      found,
    }));
  });
