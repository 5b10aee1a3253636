// Gathers the notification mails of a member: what is due in quiet hours, or soon after another mail, waits and goes out as one.
import type { NotificationType } from '#contract/notifications';
import { NOTIFICATION } from '#domain/notifications';
import type { Db } from '../../db/index.ts';
import { quietUntil } from './quiet-hours.ts';

/** Types that tell figures, which one mail can tell together. The first that has something to say names the mail. */
const GATHERED: readonly NotificationType[] = [
  'new_conversations',
  'new_messages',
  'unread_message_reminders',
  'like',
  'weekly_updates',
  'saved_searches',
];
export const isGathered = (type: NotificationType): boolean => GATHERED.includes(type);

interface Whose {
  readonly tenant: number;
  readonly account: string;
}

/** The types due for one member, and whether they have been held before. */
interface Due extends Whose {
  readonly type: NotificationType;
  readonly also?: readonly NotificationType[] | undefined;
  readonly held?: true | undefined;
}

type Gathered =
  { readonly until: Date } | { readonly types: readonly NotificationType[]; readonly mailedAt: Date | null };

/**
 * All types that are due for the member by now, which are held no longer; or until when they are held. Null when another mail has told
 * them. The account is locked, so that two jobs never tell the same. Types on their way stand in `mails_sending` until the mail server
 * has taken the mail: a process that ended before left them there, and the retry tells them.
 */
export async function gather(db: Db, due: Due, now: Date): Promise<Gathered | null> {
  const row = await ofAccount(db, due);
  if (!row || (due.held && row.mails_held.length + row.mails_sending.length === 0)) return null;
  const held = [due.type, ...(due.also ?? []), ...row.mails_held];
  const until = (await quietUntil(db, due, now)) ?? pauseEnd(row.mailed_at, now);
  const types = inOrder(until ? held : [...held, ...row.mails_sending]);
  await change(db, due, until ? { mails_held: types } : { mails_held: [], mails_sending: types });
  return until ? { until } : { types, mailedAt: row.mailed_at };
}

const inOrder = (types: readonly string[]): NotificationType[] => GATHERED.filter((type) => types.includes(type));

function pauseEnd(mailedAt: Date | null, now: Date): Date | null {
  const end = new Date((mailedAt?.getTime() ?? 0) + NOTIFICATION.pauseMinutes * 60_000);
  return end > now ? end : null;
}

export const markMailed = (db: Db, whose: Whose, now: Date): Promise<void> => change(db, whose, { mailed_at: now });

/** The mail server has taken the mail, or there was nothing to tell. */
export const markTold = (db: Db, whose: Whose): Promise<void> => change(db, whose, { mails_sending: [] });

/** The mail did not go out: what it told waits for the next try. */
export async function release(
  db: Db,
  whose: Whose,
  types: readonly NotificationType[],
  mailedAt: Date | null,
): Promise<void> {
  const row = await ofAccount(db, whose);
  if (!row) return;
  const mails_held = [...new Set([...row.mails_held, ...types])];
  await change(db, whose, { mails_held, mails_sending: [], mailed_at: mailedAt });
}

const ofAccount = (db: Db, { tenant, account }: Whose) =>
  db
    .selectFrom('account')
    .select(['mails_held', 'mails_sending', 'mailed_at'])
    .where('tenant', '=', tenant)
    .where('id', '=', account)
    .forNoKeyUpdate()
    .executeTakeFirst();

async function change(
  db: Db,
  { tenant, account }: Whose,
  values: { readonly mails_held?: string[]; readonly mails_sending?: string[]; readonly mailed_at?: Date | null },
): Promise<void> {
  await db.updateTable('account').set(values).where('tenant', '=', tenant).where('id', '=', account).execute();
}
