// How a member and another one stand to each other: asked before anything is written, liked or shown.
import { type RawBuilder, sql } from 'kysely';
import { type Db, NAMED } from '../../db/index.ts';
import { firstRowOf } from '../../db/statement.ts';
import type { AccountStatus } from '../../db/tables.ts';

/** Whom one means: a member, or whoever one has this conversation with. */
export type OtherMember = { readonly profile: string } | { readonly conversation: string };

/** `status`, `paid_user` and `credits` are the asking member's own; the rest is about the other. */
export interface Relationship {
  readonly status: AccountStatus;
  readonly paid_user: boolean;
  readonly credits: number;
  readonly other: string;
  readonly visible: boolean;
  /** One of the two has blocked the other. */
  readonly blocked: boolean;
  readonly likes_me: boolean;
  /** Null while there is none that the asking member may know of. */
  readonly conversation: string | null;
  readonly last_seq: number;
  /** When the first and the last message can have been sent; null without a conversation. */
  readonly created_at: Date | null;
  readonly last_at: Date | null;
  /** Up to which `seq` the other has read. */
  readonly read_to: number;
}

interface RelationshipQuery {
  readonly tenant: number;
  readonly me: string;
  readonly target: string;
}

/** Whether a member may know of a conversation: while it has no delivered message, only those who began it or hold one in it do. */
export const isConversationVisible = (
  conversation: RawBuilder<unknown>,
  me: RawBuilder<unknown>,
): RawBuilder<boolean> => sql`
  (${conversation}.last_seq > 0 or ${conversation}.starter = ${me} or exists (select from held_message h
    where h.tenant = ${conversation}.tenant and h.conversation = ${conversation}.id and h.sender = ${me}))`;
/** Whether one of the two has blocked the other. */
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
        exists (select from member_like where tenant = a.tenant and liker = o.id and liked = a.id) as likes_me,
        c.id as conversation, coalesce(c.last_seq, 0) as last_seq, c.created_at, c.last_at,
        coalesce(case when c.one = a.id then c.two_read else c.one_read end, 0) as read_to
      from account a ${from(target)}
      where a.tenant = ${tenant}::smallint and a.id = ${me}::uuid
      ${isLocked ? sql`for no key update of a` : sql``}`.compile(db),
  }));

const unlocked = { profile: statement(BY_PROFILE, false), conversation: statement(BY_CONVERSATION, false) };
const locked = { profile: statement(BY_PROFILE, true), conversation: statement(BY_CONVERSATION, true) };

/** Undefined when the other is not there: unknown, not reachable, of another tenant, or oneself. */
export const relationship = (db: Db, tenant: number, me: string, to: OtherMember): Promise<Relationship | undefined> =>
  'profile' in to
    ? unlocked.profile(db, { tenant, me, target: to.profile })
    : unlocked.conversation(db, { tenant, me, target: to.conversation });

/**
 * The same, while nobody else may spend from the asking member's account or change its status until the transaction ends: whatever
 * one member does in two tabs at once happens one after the other. What the next statement sees is then final.
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

/** Whom one may approach first: members in invisible mode only when they liked or wrote one before (spec §4). */
export const mayContact = ({ visible, likes_me, conversation }: Relationship): boolean =>
  visible || likes_me || conversation !== null;
