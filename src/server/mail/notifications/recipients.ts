// SQL conditions that the searches for recipients of notification mails share.
import { type RawBuilder, sql } from 'kysely';
import type { NotificationType } from '#contract/notifications';
import { isBlocked } from '../../modules/members/relationship.ts';

/** `a` is the account, `me` its profile: it may get notification mails. */
export const mayBeMailed = sql<boolean>`a.status = 'active' and a.notifications_disabled = '{}' and me.reachable`;

/** `o` is the profile that something is about: it can be reached, and neither blocked the other. Pages count by this. */
export const isShown = (tenant: number): RawBuilder<boolean> =>
  sql`o.reachable and not ${isBlocked(sql`${tenant}::smallint`, sql`me.id`, sql`o.id`)}`;

/** As well, `o` is a real member, since no mail calls anyone back for a profile that we wrote (decisions E13). */
export const isWorthMailing = (tenant: number): RawBuilder<boolean> => sql`not o.fictional and ${isShown(tenant)}`;

/** The conversation `c` was started by the other and `me` has read nothing in it yet. */
export const isNewTalk = sql<boolean>`(c.starter <> me.id and case when c.one = me.id then c.one_read else c.two_read end = 0)`;

/** No mail of these types was sent after `after`, a SQL time. */
export const notMailedSince = (
  tenant: number,
  types: readonly NotificationType[],
  after: RawBuilder<unknown>,
): RawBuilder<boolean> => sql`not exists (select from notification n where n.tenant = ${tenant}::smallint
  and n.account = me.id and n.type = any(${types}::text[]) and n.sent_at > ${after})`;
