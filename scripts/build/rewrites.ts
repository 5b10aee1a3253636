// Lists the rewrites from the addresses of id pages and campaigns to their exported pages.
import { hasSlug, parameterRoutes, routes, shellOf } from '../../src/domain/routes.ts';
import { asPattern } from './served-files.ts';

/** One rewrite: addresses like `from` (with :placeholders) are answered by the file of `to`. */
export interface Rewrite {
  readonly from: string;
  readonly to: string;
}

/** The rewrites below `prefix`. The first that fits counts, so pages that look like id pages are rewritten to themselves. */
export function rewritesOf(prefix: string, slugs: readonly string[]): Rewrite[] {
  const rewrites = idPages(prefix, slugs);
  const own = routes
    .filter(({ screen, path }) => screen && !path.includes(':'))
    .map(({ path }) => prefix + path)
    .filter((path) => rewrites.some(({ from }) => RegExp(asPattern(from)).test(path)));
  return [...own.map((path) => ({ from: path, to: path })), ...rewrites];
}

/** Those of every id page, most specific first. An optional last parameter yields two, each campaign one more. */
const idPages = (prefix: string, slugs: readonly string[]): Rewrite[] =>
  parameterRoutes().flatMap((route) => {
    const withAll = route.path.replace(/\?/g, '');
    const without = withAll.replace(/\/:[^/]+$/, '');
    const campaigns = (hasSlug(route) ? slugs : []).map((slug) => ({
      from: `${prefix}${without}/${slug}`,
      to: `${prefix}${shellOf(route, slug)}`,
    }));
    const forms = route.path.endsWith('?') ? [withAll, without] : [withAll];
    const shells = forms.map((form) => ({ from: `${prefix}${form}`, to: `${prefix}${shellOf(route)}` }));
    return [...campaigns, ...shells.filter(({ from, to }) => from !== to)];
  });

/** The same in fewer lines, for hosts that allow only a hundred: one for all languages, one for all landers. */
export function shortRewrites(slugs: readonly string[]): Rewrite[] {
  const short = (path: string): string => path.replace(/^(\/:lang)?\/landers\/[^/]+/, '$1/landers/:lander');
  const all = ['', '/:lang'].flatMap((prefix) => rewritesOf(prefix, slugs));
  const byFrom = new Map(all.map(({ from, to }) => [short(from), short(to)]));
  return [...byFrom].map(([from, to]) => ({ from, to }));
}
