// Partitions messages by month, so that a month can be dropped; no key spans tenants any more.
import { defaultPartition, partitionFunctions } from '../partitions.ts';

/** In the lock order of a send, to avoid a deadlock with running transactions. */
const LOCK = `lock table conversation, message in access exclusive mode`;

/** Time never goes back within a conversation: its messages lie between `created_at` and `last_at`. */
const MOVE_MESSAGES = `insert into message (tenant, conversation, seq, sender, client_id, text, at, cost)
  select tenant, conversation, seq, sender, client_id, text, max(at) over (partition by tenant, conversation order by seq), cost
  from message_unsplit`;
const ALIGN_CONVERSATIONS = `update conversation c set created_at = least(created_at, first), last_at = last
  from (select tenant, conversation, min(at) as first, max(at) as last from message group by tenant, conversation) m
  where c.tenant = m.tenant and c.id = m.conversation and (created_at > first or last_at <> last)`;

/** One statement per entry: the embedded engine accepts one at a time. */
export const messageMonths: readonly string[] = [
  ...partitionFunctions,
  // A key across tenants would tie them to one database.
  `alter table photo drop constraint photo_token_key, add constraint photo_token_key unique (tenant, token)`,
  LOCK,
  // Row-level security also binds the owner of the tables; every migration ends by forcing it again.
  `alter table conversation no force row level security`,
  `alter table message no force row level security`,
  `alter table message rename to message_unsplit`,
  `alter table message_unsplit rename constraint message_pkey to message_unsplit_pkey`,
  // The conversation's row lock keeps (tenant, conversation, seq) unique: a key of a partitioned table must contain the
  // time.
  `create table message (
    tenant smallint not null,
    conversation uuid not null,
    seq int not null,
    sender uuid not null,
    client_id uuid not null,
    text text not null,
    at timestamptz(3) not null,
    cost natural_number not null,
    primary key (tenant, conversation, seq, at),
    foreign key (tenant, conversation) references conversation (tenant, id) on delete cascade
  ) partition by range (at)`,
  `create index message_of_client on message (tenant, conversation, sender, client_id)`,
  ...defaultPartition('message'),
  `select create_partitions('message', 'month', month, month)
    from (select distinct date_trunc('month', at, 'UTC') as month from message_unsplit) months`,
  `select create_partitions('message', 'month', now(), now() + interval '2 months')`,
  MOVE_MESSAGES,
  ALIGN_CONVERSATIONS,
  `drop table message_unsplit`,
];
