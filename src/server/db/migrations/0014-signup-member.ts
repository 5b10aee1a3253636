// The member whose page led to a signup.

export const signupMember: readonly string[] = [
  // The owner of the tables is bound by row-level security as well; every migration ends with binding it again.
  `alter table account no force row level security`,
  `alter table profile no force row level security`,
  `alter table account add column signup_member uuid`,
  `alter table account add constraint account_signup_member foreign key (tenant, signup_member)
    references profile (tenant, id) on delete set null (signup_member)`,
  `create index account_signup_member on account (tenant, signup_member) where signup_member is not null`,
];
