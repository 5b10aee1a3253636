// Lets the search of visitors read its pages from an index alone, in one country or anywhere.

const FILTERED = 'include (gender, birth_date, region, fictional, verified)';
const WHO = 'where visible and reachable and (fictional or show_to_visitors)';

export const shownSearch: readonly string[] = [
  `drop index profile_shown`,
  `create index profile_shown on profile (tenant, id) ${FILTERED} ${WHO}`,
  `create index profile_shown_in_country on profile (tenant, country, id) ${FILTERED} ${WHO}`,
];
