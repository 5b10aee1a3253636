// When a profile could first be found, by which the search shows the newest members first. Fictional profiles were never active.

export const newestMembers: readonly string[] = [
  // The owner of the tables is bound by row-level security as well; every migration ends with binding it again.
  `alter table account no force row level security`,
  `alter table profile no force row level security`,
  `alter table profile add column joined_at timestamptz(3) not null default now()`,
  `update profile set joined_at = coalesce(a.confirmed_at, a.signup_at), last_active = case when fictional then timestamptz 'epoch' else last_active end
    from account a where a.tenant = profile.tenant and a.id = profile.id`,
  `create index profile_search_newest on profile (tenant, gender, country, joined_at desc, id desc)
    include (birth_date, region, sexuality, fictional) where visible and reachable`,
  `create index profile_search_newest_anywhere on profile (tenant, gender, joined_at desc, id desc)
    include (birth_date, sexuality, fictional) where visible and reachable`,
];
