// Every kind of public page with its address, for tests that check all of them.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { members } from '#contract/members';
import { entryRule, type EntryRule } from '#domain/entry';
import type { Route } from '#domain/route';
import { hasSlug, pageFile, pathOf, prefixOf, routeOf, routes, shellOf } from '#domain/routes';
import { CONFIRMED } from '#html/marks';
import type { Site } from '#site/load';
import { customPages } from '#site/long-texts';

export interface PublicPage {
  readonly name: string;
  readonly entry: EntryRule;
  /** Its address; `id` is the member of pages for one member. */
  path(language: string, id: string): string;
  /** Answers its address itself where the server shows the page only on errors. */
  readonly standIn?: (page: Page, site: Site, language: string) => Promise<void>;
}

const isPublic = (route: Route): boolean => route.world === 'public' && route.screen === true;
const ofRoute = (route: Route, slug?: string): PublicPage => ({
  name: [route.name, slug].filter(Boolean).join(' '),
  entry: entryRule(route),
  path: (language, id) =>
    pathOf(route.name, language, { ...(route.path.includes(':id') ? { id } : {}), ...(slug ? { slug } : {}) }),
});

/** The error page as it was exported, which no address leads to. */
const showsTrouble: NonNullable<PublicPage['standIn']> = async (page, site, language) => {
  const file = join(process.cwd(), 'dist', site.folder, pageFile(prefixOf(language) + shellOf(routeOf('error'))));
  const body = readFileSync(file, 'utf8');
  await page.route(`**${pathOf('error', language)}`, (asked) =>
    asked.fulfill({ body, contentType: 'text/html; charset=utf-8' }),
  );
};
const changed: Readonly<Record<string, Partial<PublicPage>>> = {
  404: { path: (language) => `${prefixOf(language)}/not-here` },
  error: { standIn: showsTrouble },
};

/** The page of a mailed link with a token and once confirmed, beside the same page without either. */
const mailed: readonly PublicPage[] = [
  ['with a token', `token=${'a'.repeat(43)}`],
  ['once confirmed', `${CONFIRMED}=1`],
].map(([name, query]) => ({
  ...ofRoute(routeOf('activate-done')),
  name: `activate-done ${name}`,
  path: (language) => `${pathOf('activate-done', language)}?${query}`,
}));

/** The kinds of pages of a site, in the order of the routes; then those of campaigns, and an operator's own pages. */
export const publicPages = (site: Site): readonly PublicPage[] => [
  ...routes.filter(isPublic).map((route) => ({ ...ofRoute(route), ...changed[route.name] })),
  ...mailed,
  ...routes
    .filter((route) => isPublic(route) && hasSlug(route))
    .flatMap((route) => site.niche.campaigns.map(({ slug }) => ofRoute(route, slug))),
  ...customPages(site).map((token) => ({
    ...ofRoute(routeOf('token')),
    name: token,
    path: (language: string) => `${prefixOf(language)}/${token}`,
  })),
];

export interface ShownMember {
  readonly id: string;
  readonly name: string;
  readonly age: number;
  readonly fictional: boolean;
}
/** A member visible to visitors. */
export async function someMember(page: Page, home: string): Promise<ShownMember> {
  const answer = await page.goto(home + members.visitors.path);
  const { profiles } = (await answer?.json()) as { profiles: readonly ShownMember[] };
  const [first] = profiles;
  if (!first) throw new Error('The seed has no member that visitors may see.');
  return first;
}

/** Opens every kind of public page of a site whose origin is `home`, in each language, and yields the open one. */
export async function* opened(
  page: Page,
  site: Site,
  home: string,
  languages: readonly string[] = ['en'],
): AsyncGenerator<{ readonly kind: PublicPage; readonly language: string }> {
  const { id } = await someMember(page, home);
  for (const kind of publicPages(site))
    for (const language of languages) {
      await kind.standIn?.(page, site, language);
      await page.goto(home + kind.path(language, id));
      yield { kind, language };
    }
}
