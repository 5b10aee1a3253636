// Lets a search for verified photos read its pages from indexes of those members alone.

const COLUMNS = 'birth_date, sexuality, fictional';
const WHO = 'where visible and reachable and verified';

/** Each like the index of all members that has the same order. */
export const verifiedSearch: readonly string[] = [
  `drop index profile_verified`,
  `create index profile_search_verified on profile (tenant, gender, country, last_active desc, id desc)
    include (${COLUMNS}, region) ${WHO}`,
  `create index profile_search_verified_anywhere on profile (tenant, gender, last_active desc, id desc)
    include (${COLUMNS}) ${WHO}`,
  `create index profile_search_newest_verified on profile (tenant, gender, country, joined_at desc, id desc)
    include (${COLUMNS}, region) ${WHO}`,
  `create index profile_search_newest_verified_anywhere on profile (tenant, gender, joined_at desc, id desc)
    include (${COLUMNS}) ${WHO}`,
];
