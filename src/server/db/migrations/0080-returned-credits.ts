// Credits of messages that come back when they are not opened.

export const returnedCredits: readonly string[] = [
  `alter table message add column returned_at timestamptz(3)`,
  `alter domain entry_kind drop constraint entry_kind_check`,
  `alter domain entry_kind add constraint entry_kind_check
    check (value in ('signup', 'purchase', 'message', 'gift', 'picture', 'refund', 'bonus', 'reversal', 'returned'))`,
];
