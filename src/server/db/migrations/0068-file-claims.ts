// A claimed file says for which table it is, so that any table may own files: until now for photos or chats only.

export const fileClaims: readonly string[] = [
  `alter table stray_photo no force row level security`,
  `alter table stray_photo add column claimed_for text`,
  `update stray_photo set claimed_for = case when in_chat then 'chat_picture' else 'photo' end where uploader is not null`,
  `alter table stray_photo drop column in_chat`,
];
