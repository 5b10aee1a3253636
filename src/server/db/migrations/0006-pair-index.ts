// Finding the conversation of two by either index takes one step: a favourite's is not looked for among all the others they have.

export const pairIndex: readonly string[] = [
  `drop index conversation_of_two`,
  `create index conversation_of_two on conversation (tenant, two, one)`,
];
