// Indexes conversations by both members, so that a popular member's conversations are not scanned.

export const pairIndex: readonly string[] = [
  `drop index conversation_of_two`,
  `create index conversation_of_two on conversation (tenant, two, one)`,
];
