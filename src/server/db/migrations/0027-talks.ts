// Deleted messages and conversations, and gifts.

export const talks: readonly string[] = [
  // A message deleted for both loses its text; one deleted by its sender only keeps it for the other member.
  `alter table message add column deleted text check (deleted in ('both', 'sender'))`,
  // Messages up to this number are gone for that side; null: never deleted.
  `alter table conversation add column one_deleted_to int, add column two_deleted_to int`,
  // A gift is a message without text.
  `alter table message add column gift text`,
  `alter table held_message add column gift text`,
  `alter domain entry_kind drop constraint entry_kind_check`,
  `alter domain entry_kind add constraint entry_kind_check
    check (value in ('signup', 'purchase', 'message', 'gift', 'refund', 'bonus', 'reversal'))`,
];
