// Quiet hours in minutes since midnight, and until when pushes of a member are held back because of them.

export const quietHours: readonly string[] = [
  `alter table account
    add column quiet_from smallint check (quiet_from between 0 and 1439),
    add column quiet_to smallint check (quiet_to between 0 and 1439),
    add column pushes_held_until timestamptz(3),
    add constraint account_quiet check ((quiet_from is null) = (quiet_to is null) and quiet_from <> quiet_to)`,
];
