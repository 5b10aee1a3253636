// Lets the lists of likes be read by page and new likes be counted alone, and keeps for a day what a like taken back was.

/** One statement per entry: the embedded engine accepts one at a time. */
export const likePages: readonly string[] = [
  `drop index member_like_received`,
  `create index member_like_received on member_like (tenant, liked, at desc, liker desc)`,
  `create index member_like_given on member_like (tenant, liker, at desc, liked desc)`,
  `create index member_like_new on member_like (tenant, liked, at desc, liker desc) where not seen`,
  `create table withdrawn_like (
    tenant smallint not null,
    liker uuid not null,
    liked uuid not null,
    at timestamptz(3) not null,
    seen boolean not null,
    withdrawn_at timestamptz(3) not null,
    primary key (tenant, liker, liked),
    foreign key (tenant, liker) references account (tenant, id) on delete cascade
  )`,
];
