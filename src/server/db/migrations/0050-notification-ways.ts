// Which types of notifications a member wants by push (null is the default: wanted), which types of mails are held to be told
// together, and when the last of those mails was sent.

export const notificationWays: readonly string[] = [
  `alter table notification add column push_wanted boolean`,
  `alter table account
    add column mails_held text[] not null default '{}',
    add column mails_sending text[] not null default '{}',
    add column mailed_at timestamptz(3)`,
];
