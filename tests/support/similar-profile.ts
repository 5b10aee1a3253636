// Finds a profile with similar members, in a logged-in browser.
import type { Page } from '@playwright/test';
import { members, type MemberPage, type SimilarPage } from '#contract/members';

/** The id of a member with more similar members than that. */
export const memberLikeOthers = (page: Page, moreThan: number): Promise<string> =>
  page.evaluate(
    async ({ search, similar, moreThan: least }) => {
      const get = async <T>(path: string): Promise<T> => (await (await fetch(path)).json()) as T;
      const { profiles } = await get<MemberPage>(`${search}?gender=any&two_way=0&min_age=18&max_age=99`);
      for (const { id } of profiles) if ((await get<SimilarPage>(`${similar}?id=${id}`)).numResults > least) return id;
      throw new Error(`No member has more than ${least} similar members.`);
    },
    { search: members.search.path, similar: members.similar.path, moreThan },
  );
