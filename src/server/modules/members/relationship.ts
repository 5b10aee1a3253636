// The relationship of a member to another one, read before messages, likes and profile views.
import { type RawBuilder, sql } from 'kysely';
import { type Db, NAMED } from '../../db/index.ts';
import { firstRowOf } from '../../db/statement.ts';
import type { AccountStatus } from '../../db/tables/account.ts';

/** Identifies another member by profile, or by the conversation with them. */
export type OtherMember = { readonly profile: string } | { readonly conversation: string };

/** `status`, `paid_user` and `credits` belong to the caller; all other fields to the other member. */
export interface Relationship {
  readonly status: AccountStatus;
  readonly paid_user: boolean;
  readonly credits: number;
  readonly other: string;
  readonly visible: boolean;
  /** Whether either member has blocked the other. */
  readonly blocked: boolean;
  /** Whether the caller has blocked the other member. */
  readonly blocked_by_me: boolean;
  readonly likes_me: boolean;
  /** Null while no conversation is visible to the caller. */
  readonly conversation: string | null;
  readonly last_seq: number;
  /** Time range of the messages; null without a conversation. */
  readonly created_at: Date | null;
  readonly last_at: Date | null;
  /** The last `seq` the other member has read. */
  readonly read_to: number;
  /** The last `seq` that the caller has deleted with the conversation; 0 for none. */
  readonly deleted_to: number;
}

interface RelationshipQuery {
  readonly tenant: number;
  readonly me: string;
  readonly target: string;
}

/**
 * Whether a conversation is visible to a member: it has a delivered message, or the member started it or holds a
 * message in it.
 */
export const isConversationVisible = (
  conversation: RawBuilder<unknown>,
  me: RawBuilder<unknown>,
): RawBuilder<boolean> => sql`
  (${conversation}.last_seq > 0 or ${conversation}.starter = ${me} or exists (select from held_message h
    where h.tenant = ${conversation}.tenant and h.conversation = ${conversation}.id and h.sender = ${me}))`;
/** Whether either member has blocked the other. */
export const isBlocked = (
  tenant: RawBuilder<unknown>,
  one: RawBuilder<unknown>,
  two: RawBuilder<unknown>,
): RawBuilder<boolean> => sql`
  (exists (select from block where tenant = ${tenant} and blocker = ${one} and blocked = ${two})
    or exists (select from block where tenant = ${tenant} and blocker = ${two} and blocked = ${one}))`;
const isVisible = isConversationVisible(sql`c`, sql`a.id`);

const BY_PROFILE = (target: string) => sql`
  join profile o on o.tenant = a.tenant and o.id = ${target}::uuid and o.id <> a.id and o.reachable
  left join conversation c on c.tenant = a.tenant and c.one = least(a.id, o.id) and c.two = greatest(a.id, o.id) and ${isVisible}`;
const BY_CONVERSATION = (target: string) => sql`
  join conversation c on c.tenant = a.tenant and c.id = ${target}::uuid and a.id in (c.one, c.two) and ${isVisible}
  join profile o on o.tenant = a.tenant and o.id = case when c.one = a.id then c.two else c.one end and o.reachable`;

const statement = (from: (target: string) => ReturnType<typeof sql>, isLocked: boolean) =>
  firstRowOf((db, { tenant, me, target }: RelationshipQuery) => ({
    compile: () =>
      sql<Relationship>`${NAMED} select a.status, a.paid_user, a.credits, o.id as other, o.visible,
        ${isBlocked(sql`a.tenant`, sql`a.id`, sql`o.id`)} as blocked,
        exists (select from block where tenant = a.tenant and blocker = a.id and blocked = o.id) as blocked_by_me,
        exists (select from member_like where tenant = a.tenant and liker = o.id and liked = a.id) as likes_me,
        c.id as conversation, coalesce(c.last_seq, 0) as last_seq, c.created_at, c.last_at,
        coalesce(case when c.one = a.id then c.two_read else c.one_read end, 0) as read_to,
        coalesce(case when c.one = a.id then c.one_deleted_to else c.two_deleted_to end, 0) as deleted_to
      from account a ${from(target)}
      where a.tenant = ${tenant}::smallint and a.id = ${me}::uuid
      ${isLocked ? sql`for no key update of a for key share of o` : sql``}`.compile(db),
  }));

const unlocked = { profile: statement(BY_PROFILE, false), conversation: statement(BY_CONVERSATION, false) };
const locked = { profile: statement(BY_PROFILE, true), conversation: statement(BY_CONVERSATION, true) };

/** Undefined when the other member is unknown, unreachable, of another tenant, or the caller. */
export const relationship = (db: Db, tenant: number, me: string, to: OtherMember): Promise<Relationship | undefined> =>
  'profile' in to
    ? unlocked.profile(db, { tenant, me, target: to.profile })
    : unlocked.conversation(db, { tenant, me, target: to.conversation });

/**
 * Also locks the caller's account until the end of the transaction, which serializes concurrent calls of one member, and keeps the other
 * member from leaving meanwhile. Later statements see final data; a block may have been added while this one waited.
 */
export const relationshipForUpdate = (
  db: Db,
  tenant: number,
  me: string,
  to: OtherMember,
): Promise<Relationship | undefined> =>
  'profile' in to
    ? locked.profile(db, { tenant, me, target: to.profile })
    : locked.conversation(db, { tenant, me, target: to.conversation });

/** Whether the caller may contact the other member: an invisible one only after their like or message (requirement CH34). */
export const mayContact = ({ visible, likes_me, conversation }: Relationship): boolean =>
  visible || likes_me || conversation !== null;

/** Why a member may not act on the other; the one who blocked can undo it. */
export const blockCode = ({ blocked_by_me: isOwn }: Relationship): 'blocked' | 'blocked_by_you' =>
  isOwn ? 'blocked_by_you' : 'blocked';
