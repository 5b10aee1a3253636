// Which steps after joining a member has answered or skipped. Members of before have none left to do.
export const signupSteps: readonly string[] = [
  `alter table account add column signup_steps text[] not null default '{message,photo,personal,about,push}'`,
  `alter table account alter column signup_steps set default '{}'`,
];
