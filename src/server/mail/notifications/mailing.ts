// News and promotions, which the operator writes (`npm run mailing`): one mail to each member who wants that type.
import { sql } from 'kysely';
import * as z from 'zod/mini';
import type { Db } from '../../db/index.ts';
import type { MailingTable } from '../../db/tables/mailing.ts';
import { jobKind, type Queue } from '../../queue.ts';
import type { Services } from '../../services.ts';
import { notificationMail } from './notification-mail.ts';
import { mayBeMailed } from './recipients.ts';

const MEMBERS_AT_ONCE = 500;

/** `after` is the last member of the page before. */
export const mailingJob = jobKind({
  name: 'mailing',
  data: z.strictObject({ tenant: z.int(), mailing: z.uuid(), after: z.optional(z.uuid()) }),
  run: sendPage,
});

export type MailingType = MailingTable['type'];
/** Texts by language. Members in another language get nothing. */
export type MailingTexts = Readonly<Record<string, string>>;

/** Stores a mailing and starts sending it. Returns how many members want it, by language. */
export async function startMailing(
  db: Db,
  queue: Queue,
  { tenant, type, texts, now }: { tenant: number; type: MailingType; texts: MailingTexts; now: Date },
): Promise<ReadonlyMap<string, number>> {
  const id = crypto.randomUUID();
  await db
    .insertInto('mailing')
    .values({ tenant, id, type, texts: JSON.stringify(texts), created_at: now })
    .execute();
  await queue.add(db, mailingJob, { tenant, mailing: id });
  const rows = await wanting(db, tenant, type)
    .select(['a.language', (take) => take.fn.countAll<number>().as('members')])
    .groupBy('a.language')
    .execute();
  return new Map(rows.map(({ language, members }) => [language, Number(members)]));
}

/** Members who asked for a type: both types are sent only to those (`isWantedByDefault`). */
const wanting = (db: Db, tenant: number, type: MailingType) =>
  db
    .selectFrom('notification as n')
    .innerJoin('account as a', (join) => join.onRef('a.tenant', '=', 'n.tenant').onRef('a.id', '=', 'n.account'))
    .innerJoin('profile as me', (join) => join.onRef('me.tenant', '=', 'a.tenant').onRef('me.id', '=', 'a.id'))
    .where('n.tenant', '=', tenant)
    .where('n.type', '=', type)
    .where(sql<boolean>`n.wanted`)
    .where(mayBeMailed);

async function sendPage(
  { database, queue, now }: Services,
  { tenant, mailing, after }: { tenant: number; mailing: string; after?: string | undefined },
): Promise<void> {
  await database.inTenant(tenant, async (db) => {
    const found = await db
      .selectFrom('mailing')
      .select(['type', 'texts', 'created_at'])
      .where('tenant', '=', tenant)
      .where('id', '=', mailing)
      .executeTakeFirst();
    if (!found) return;
    const { type, texts, created_at } = found;
    const rows = await wanting(db, tenant, type)
      .select(['n.account', 'n.sent_at', 'a.language'])
      .$if(after !== undefined, (query) => query.where('n.account', '>', after ?? ''))
      .orderBy('n.account')
      .limit(MEMBERS_AT_ONCE)
      .forUpdate('n')
      .execute();
    // A page that runs again finds the members it has mailed.
    const due = rows.filter(({ sent_at, language }) => texts[language] && !(sent_at && sent_at >= created_at));
    for (const { account } of due) {
      await db
        .updateTable('notification')
        .set({ sent_at: now() })
        .where('tenant', '=', tenant)
        .where('account', '=', account)
        .where('type', '=', type)
        .execute();
      await queue.add(db, notificationMail, { tenant, account, type, mailing });
    }
    const last = rows.at(-1);
    if (last && rows.length === MEMBERS_AT_ONCE)
      await queue.add(db, mailingJob, { tenant, mailing, after: last.account });
  });
}
