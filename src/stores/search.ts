// The member search: filters and result pages, synced with the query of the search page's address.
import { computed, map } from 'nanostores';
import { MemberSearch, members, type MemberCard } from '#contract/members';
import { client } from '#lib/api';
import { withoutStrayRegion } from '#domain/search-area';
import type { Source } from '#domain/tracking';
import { isVisitor } from '#lib/page';
import { redirectToLogin, queryOf, setQuery } from '#lib/paths';
import { onAbsence, reloadOnAbsence } from './absent.ts';
import { rememberCard } from './member.ts';
import { onSessionEnd } from './private-data.ts';
import { createResource, type ResourceState } from './resource.ts';
import { canSearch, sourceInAddress, visitorSource } from './visitor.ts';

const api = client({ search: members.search });

export type Filters = Omit<MemberSearch, 'page' | 'cursor' | keyof Source>;
/** How many were found. */
export interface Found {
  readonly numResults: number;
  /** Whether there may be more of them. */
  readonly at_least: boolean;
}
interface ResultPage extends Found {
  readonly profiles: MemberCard[];
  readonly page: number;
  readonly next: string | null;
}
export type Results = ResourceState<ResultPage> | { readonly state: 'empty' };

/** Caches for the current filters only. */
const cursors = new Map<number, string>();
const pages = new Map<number, ResultPage>();
/** How many members each page has shown. */
const shownOn = new Map<number, number>();
onSessionEnd(forgetPages);
// A cursor is a place, which stays when a member goes.
onAbsence(() => pages.clear());

const $page = createResource({
  load: (page: number, isLatest) => pages.get(page) ?? fetchPage(page, isLatest),
  failure: failureOf,
});

reloadOnAbsence($page);

/** The chosen filters; empty means the server's defaults. */
export const $filters = map<Filters>({});
export const $results = computed($page, (shown): Results =>
  shown.state === 'ready' && shown.page === 1 && shown.profiles.length === 0 && shown.next === null
    ? { state: 'empty' }
    : shown,
);
/** The order is no filter: it leaves no one out. */
export const $filterCount = computed(
  $filters,
  ({ sort: _sort, ...filters }) => Object.values(filters).filter((value) => value !== undefined).length,
);

/** Loads the filters and page that the address names. */
export async function openSearch(): Promise<void> {
  const query = queryOf('members');
  if (!query || !canSearch()) return;
  const parsed = MemberSearch.safeParse(knownParameters(query));
  const { page = 1, cursor, network: _network, ref: _ref, ...named } = parsed.success ? parsed.data : {};
  const filters = withoutStrayRegion(withAgesInOrder(named));
  if (!isSame(filters, $filters.get())) clearResults();
  $filters.set(filters);
  if (cursor && page > 1) cursors.set(page, cursor);
  await openPage(page);
}

/** A reversed range of ages is meant the other way round. */
function withAgesInOrder(filters: Filters): Filters {
  const { min_age: min, max_age: max } = filters;
  return min !== undefined && max !== undefined && min > max ? { ...filters, min_age: max, max_age: min } : filters;
}

/** The dialog and the address name filters in different orders. */
function isSame(one: Filters, other: Filters): boolean {
  const [entries, others] = [one, other].map((filters) =>
    Object.entries(filters).filter(([, value]) => value !== undefined),
  ) as [[string, unknown][], [string, unknown][]];
  const values = new Map(others);
  return entries.length === values.size && entries.every(([name, value]) => values.get(name) === value);
}

/** The address may contain other parameters, such as the traffic source. */
const knownParameters = (query: Record<string, string>): Record<string, string> =>
  Object.fromEntries(Object.entries(query).filter(([name]) => Object.hasOwn(MemberSearch.shape, name)));

export async function applyFilters(chosen: Filters): Promise<void> {
  const filters = withoutStrayRegion(chosen);
  if (!setQuery('members', { ...sourceInAddress(), ...filters }, true)) return;
  clearResults();
  $filters.set(filters);
  await $page.open(1);
}

export const resetFilters = (): Promise<void> => applyFilters({});

export async function goToPage(page: number): Promise<void> {
  const query = { ...sourceInAddress(), ...$filters.get(), page: page > 1 ? page : undefined, cursor: cursorTo(page) };
  if (setQuery('members', query, true)) await openPage(page);
}

/** The cursor in a page's address. Where a search did not look at all members, its later pages cannot be found by their number. */
export function cursorTo(page: number): string | undefined {
  return $page.ready()?.at_least ? cursors.get(page) : undefined;
}

/** A page that no longer exists, or never did, is replaced by the first. */
async function openPage(page: number): Promise<void> {
  await $page.open(page);
  const shown = $page.get();
  if (page === 1 || shown.state !== 'failed' || shown.code !== 'page_gone') return;
  if (!setQuery('members', { ...sourceInAddress(), ...$filters.get() }, false)) return;
  forgetPages();
  await $page.open(1);
}

/** How many members other filters would find. */
export async function countFound(filters: Filters): Promise<Found> {
  const { numResults, at_least } = await api.search({ ...filters, ...visitorSourceQuery() });
  return { numResults, at_least };
}

export function clearResults(): void {
  forgetPages();
  $page.reset();
}

function forgetPages(): void {
  cursors.clear();
  pages.clear();
  shownOn.clear();
}

async function fetchPage(page: number, isLatest: () => boolean): Promise<ResultPage> {
  const cursor = cursors.get(page);
  const answer = await api.search({ ...$filters.get(), ...visitorSourceQuery(), page, ...(cursor ? { cursor } : {}) });
  if (!isLatest()) return answer;
  if (answer.next) cursors.set(page + 1, answer.next);
  answer.profiles.forEach(rememberCard);
  shownOn.set(page, answer.profiles.length);
  const counted = { ...answer, numResults: leastFound(page, answer) };
  pages.set(page, counted);
  return counted;
}

/** The server counts among the first members it looks at only, and further pages may show others. */
function leastFound(page: number, { numResults, at_least: isLeast }: Found): number {
  if (!isLeast) return numResults;
  const shown = [...shownOn].filter(([at]) => at <= page).reduce((sum, [, count]) => sum + count, 0);
  return Math.max(numResults, shown);
}

/** The site no longer allows visitors to search. For members the session store handles this code. */
function failureOf(code: string): ResourceState<never> {
  if (code !== 'authentication_required' || !isVisitor()) return { state: 'failed', code };
  redirectToLogin();
  return { state: 'loading' };
}

/** The traffic source, which the server needs from visitors. */
function visitorSourceQuery(): Source {
  if (!isVisitor()) return {};
  const { network, ref } = visitorSource();
  return { ...(network ? { network } : {}), ...(ref ? { ref } : {}) };
}
