// When a confirmation mail goes out that the daily quota of its address has put off (decisions E2).

export const mailAfter: readonly string[] = [`alter table account add column mail_after timestamptz(3)`];
