// A claimed photo file says whether its bytes still arrive: then another attempt of the member may take its place.

export const photoArriving: readonly string[] = [
  `alter table stray_photo add column arriving boolean not null default false`,
];
