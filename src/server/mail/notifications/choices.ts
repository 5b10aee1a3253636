// What each member wants to be told by mail and by push, and whether the mails are stopped altogether.
import { type RawBuilder, sql } from 'kysely';
import {
  type DisabledReason,
  type Notifications,
  notificationTypes,
  type NotificationType,
  pushTypes,
  type PushType,
} from '#contract/notifications';
import { isWantedByDefault } from '#domain/notifications';
import type { Db } from '../../db/index.ts';
import { quietHoursOf } from './quiet-hours.ts';

export async function readNotifications(db: Db, tenant: number, account: string, now: Date): Promise<Notifications> {
  const { email, notifications_disabled, quiet_from, quiet_to } = await db
    .selectFrom('account')
    .select(['email', 'notifications_disabled', 'quiet_from', 'quiet_to'])
    .where('tenant', '=', tenant)
    .where('id', '=', account)
    .executeTakeFirstOrThrow();
  const chosen = await db
    .selectFrom('notification')
    .select(['type', 'wanted', 'push_wanted'])
    .where('tenant', '=', tenant)
    .where('account', '=', account)
    .execute();
  const choices = new Map(chosen.map((choice) => [choice.type, choice]));
  const types = notificationTypes.map((type) => [type, choices.get(type)?.wanted ?? isWantedByDefault(type)] as const);
  const push = pushTypes.map((type) => [type, choices.get(type)?.push_wanted ?? true] as const);
  return {
    email,
    types: Object.fromEntries(types) as Notifications['types'],
    push: Object.fromEntries(push) as Notifications['push'],
    devices: await countDevices(db, tenant, account, now),
    disabled: notifications_disabled as DisabledReason[],
    quiet: quietHoursOf(quiet_from, quiet_to),
  };
}

/** The live logins with push. */
async function countDevices(db: Db, tenant: number, account: string, now: Date): Promise<number> {
  const { count } = await db
    .selectFrom('push_subscription as d')
    .innerJoin('session as s', (join) =>
      join.onRef('s.tenant', '=', 'd.tenant').onRef('s.token_hash', '=', 'd.session'),
    )
    .select(sql<number>`count(*)::int`.as('count'))
    .where('d.tenant', '=', tenant)
    .where('d.account', '=', account)
    .where('d.gone', '=', false)
    .where('s.expires_at', '>', now)
    .executeTakeFirstOrThrow();
  return count;
}

/** The types that the member wants by push. */
export async function pushTypesOf(db: Db, tenant: number, account: string): Promise<readonly PushType[]> {
  const unwanted = await db
    .selectFrom('notification')
    .select('type')
    .where('tenant', '=', tenant)
    .where('account', '=', account)
    .where('push_wanted', '=', false)
    .execute();
  return pushTypes.filter((type) => !unwanted.some((each) => each.type === type));
}

export async function setPushWanted(
  db: Db,
  choice: { readonly tenant: number; readonly account: string; readonly type: PushType; readonly push_wanted: boolean },
): Promise<void> {
  await db
    .insertInto('notification')
    .values(choice)
    .onConflict((conflict) =>
      conflict.columns(['tenant', 'account', 'type']).doUpdateSet({ push_wanted: choice.push_wanted }),
    )
    .execute();
}

export async function setWanted(
  db: Db,
  choice: {
    readonly tenant: number;
    readonly account: string;
    readonly type: NotificationType;
    readonly wanted: boolean;
  },
  now: Date,
): Promise<void> {
  await db
    .insertInto('notification')
    .values({ ...choice, chosen_at: now })
    .onConflict((conflict) =>
      conflict.columns(['tenant', 'account', 'type']).doUpdateSet({ wanted: choice.wanted, chosen_at: now }),
    )
    .execute();
}

/** Stops all notification mails. Returns the account if that changed anything. */
export async function disableMails(
  db: Db,
  tenant: number,
  reason: DisabledReason,
  who: { readonly account: string } | { readonly emailKey: string },
): Promise<string | null> {
  const row = await db
    .updateTable('account')
    .set({ notifications_disabled: sql<string[]>`array_append(notifications_disabled, ${reason}::text)` })
    .where('tenant', '=', tenant)
    .where('account' in who ? sql<boolean>`id = ${who.account}::uuid` : sql<boolean>`email_key = ${who.emailKey}`)
    .where(sql<boolean>`not ${reason}::text = any(notifications_disabled)`)
    .returning('id')
    .executeTakeFirst();
  return row?.id ?? null;
}

export async function enableMails(db: Db, tenant: number, account: string): Promise<void> {
  await db
    .updateTable('account')
    .set({ notifications_disabled: [] })
    .where('tenant', '=', tenant)
    .where('id', '=', account)
    .execute();
}

/**
 * Records that a mail of `type` is being sent to the accounts of a query (`account`), and returns those that want it.
 * Each claim sends one mail, so a job that runs again sends none twice.
 */
export async function claimMails(
  db: Db,
  { tenant, type, now }: { readonly tenant: number; readonly type: NotificationType; readonly now: Date },
  accounts: RawBuilder<unknown>,
): Promise<string[]> {
  const byDefault = isWantedByDefault(type);
  const { rows } = await sql<{ account: string }>`
    insert into notification (tenant, account, type, sent_at)
    select ${tenant}::smallint, account, ${type}::text, ${now}::timestamptz from (${accounts}) due
    where coalesce((select wanted from notification n
      where n.tenant = ${tenant}::smallint and n.account = due.account and n.type = ${type}::text), ${byDefault}::boolean)
    on conflict (tenant, account, type) do update set sent_at = excluded.sent_at
    returning account`.execute(db);
  return rows.map(({ account }) => account);
}
