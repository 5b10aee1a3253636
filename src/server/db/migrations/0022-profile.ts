// When a member changed name, gender and date of birth, which limits how often they change.

export const profile: readonly string[] = [
  `alter table profile add column name_changed_at timestamptz(3)`,
  `alter table profile add column gender_changed_at timestamptz(3)`,
  `alter table profile add column birth_date_changed_at timestamptz(3)`,
];
