// The member search: its filters, its result pages, and the address that says both; under another address it rests.
import { computed, map } from 'nanostores';
import { MemberSearch, members, type MemberCard } from '#contract/members';
import { client } from '#lib/api';
import type { Source } from '#domain/tracking';
import { isVisitor } from '#lib/page';
import { redirectToLogin, queryOf, setQuery } from '#lib/paths';
import { rememberCard } from './member.ts';
import { onSessionEnd } from './private-data.ts';
import { createResource, type ResourceState } from './resource.ts';
import { isAllowedHere, sourceInAddress, visitorSource } from './visitor.ts';

const api = client({ search: members.search });

export type Filters = Omit<MemberSearch, 'page' | 'cursor' | keyof Source>;
interface ResultPage {
  readonly profiles: MemberCard[];
  readonly numResults: number;
  readonly page: number;
  readonly next: string | null;
}
export type Results = ResourceState<ResultPage> | { readonly state: 'empty' };

/** Cursors of the pages seen, and the pages themselves, for the current filters only. */
const cursors = new Map<number, string>();
const pages = new Map<number, ResultPage>();
onSessionEnd(forgetPages);

const $page = createResource({
  load: (page: number, isLatest) => pages.get(page) ?? fetchPage(page, isLatest),
  failure: failureOf,
});

/** What was asked for; empty means the defaults the server knows. */
export const $filters = map<Filters>({});
export const $results = computed($page, (shown): Results =>
  shown.state === 'ready' && shown.profiles.length === 0 ? { state: 'empty' } : shown,
);
/** How many filters differ from the defaults. */
export const $filterCount = computed(
  $filters,
  (filters) => Object.values(filters).filter((value) => value !== undefined).length,
);

/** Reads filters and page from the address and loads them. */
export async function openSearch(): Promise<void> {
  const query = queryOf('members');
  if (!query || !isAllowedHere()) return;
  const parsed = MemberSearch.safeParse(onlyOurs(query));
  const { page = 1, cursor: _cursor, network: _network, ref: _ref, ...filters } = parsed.success ? parsed.data : {};
  if (JSON.stringify(filters) !== JSON.stringify($filters.get())) clearResults();
  $filters.set(filters);
  await $page.open(page);
}

/** An address may say more than a search asks, such as where its visitor came from. */
const onlyOurs = (query: Record<string, string>): Record<string, string> =>
  Object.fromEntries(Object.entries(query).filter(([name]) => Object.hasOwn(MemberSearch.shape, name)));

/** Searches anew with `filters` and writes them into the address. */
export async function applyFilters(filters: Filters): Promise<void> {
  if (!setQuery('members', { ...sourceInAddress(), ...filters }, true)) return;
  clearResults();
  $filters.set(filters);
  await $page.open(1);
}

/** Searches anew with the defaults. */
export const resetFilters = (): Promise<void> => applyFilters({});

/** Shows another page of the same search. */
export async function goToPage(page: number): Promise<void> {
  const query = { ...sourceInAddress(), ...$filters.get(), page: page > 1 ? page : undefined };
  if (setQuery('members', query, true)) await $page.open(page);
}

/** Empties the results; there is no count until they are loaded. */
export function clearResults(): void {
  forgetPages();
  $page.reset();
}

function forgetPages(): void {
  cursors.clear();
  pages.clear();
}

async function fetchPage(page: number, isLatest: () => boolean): Promise<ResultPage> {
  const cursor = cursors.get(page);
  const answer = await api.search({ ...$filters.get(), ...sourceOf(), page, ...(cursor ? { cursor } : {}) });
  if (!isLatest()) return answer;
  if (answer.next) cursors.set(page + 1, answer.next);
  answer.profiles.forEach(rememberCard);
  pages.set(page, answer);
  return answer;
}

/** The site no longer lets visitors search; of a member's session the session store hears. */
function failureOf(code: string): ResourceState<never> {
  if (code !== 'authentication_required' || !isVisitor()) return { state: 'failed', code };
  redirectToLogin();
  return { state: 'loading' };
}

/** What the server has to know of somebody who is not logged in. */
function sourceOf(): Source {
  if (!isVisitor()) return {};
  const { network, ref } = visitorSource();
  return { ...(network ? { network } : {}), ...(ref ? { ref } : {}) };
}
