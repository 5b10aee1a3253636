// Complaints and parked payment reports that a person has closed: both tables themselves are only added to.

/** One statement per entry: the embedded engine accepts one at a time. */
export const closedMatters: readonly string[] = [
  `create table closed_matter (
    tenant smallint not null,
    kind text not null check (kind in ('complaint', 'parked')),
    id text not null,
    at timestamptz(3) not null,
    primary key (tenant, kind, id)
  )`,
  `create index complaint_by_time on complaint (tenant, at)`,
  `create index webhook_event_parked on webhook_event (tenant, received_at) where outcome = 'parked'`,
];
