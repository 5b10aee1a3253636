// A claimed photo file says whether it is for a chat: then it does not count against the photos of the profile. A chat photo has its
// likeness, so that one removed by a person is not sent again.

export const chatClaims: readonly string[] = [
  `alter table stray_photo add column in_chat boolean not null default false`,
  `alter table chat_picture add column hash bit(64)`,
];
