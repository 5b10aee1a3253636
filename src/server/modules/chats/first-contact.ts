// First messages to a member: one with signs of a scam waits until staff have read it, and so does what follows it.
import { sql } from 'kysely';
import { DAY_MS } from '#domain/durations';
import { scamScore, signsOf, WAITING_SCORE, wordPatterns } from '#domain/scam-guard';
import type { Ctx } from '../../context.ts';
import type { HeldMessage } from './held-messages.ts';
import { isWithinConversation } from './send-statement.ts';
import { readWordChanges } from '../safety/word-changes.ts';

/** In which the same words to several members are a sign. */
const REPEATED_DAYS = 7;

/** Whether a message in a conversation without a delivered one waits; `isManual` where signs of a scam have it wait. The caller holds the account. */
export async function waitsForStaff(ctx: Ctx, me: string, message: HeldMessage, isManual: boolean): Promise<boolean> {
  if (await hasWaiting(ctx, me, message.conversation)) return true;
  if (!isManual || !ctx.site.siteSettings.scam_guard || message.text === '') return false;
  const signs = signsOf(message.text, wordPatterns(await readWordChanges(ctx.db, ctx.tenant)));
  return scamScore(signs, await sameOpeners(ctx, me, message)) >= WAITING_SCORE;
}

const hasWaiting = async ({ db, tenant }: Ctx, me: string, conversation: string): Promise<boolean> =>
  (await db
    .selectFrom('held_message')
    .select('id')
    .where('tenant', '=', tenant)
    .where('conversation', '=', conversation)
    .where('sender', '=', me)
    .where('waits_for_staff', '=', true)
    .limit(1)
    .executeTakeFirst()) !== undefined;

/** How many other conversations the member has lately begun with the same words. */
async function sameOpeners({ db, tenant, now }: Ctx, me: string, { conversation, text }: HeldMessage): Promise<number> {
  const since = new Date(now().getTime() - REPEATED_DAYS * DAY_MS);
  const { same } = await db
    .selectFrom('conversation as c')
    .leftJoin('message as m', (join) =>
      join
        .onRef('m.tenant', '=', 'c.tenant')
        .onRef('m.conversation', '=', 'c.id')
        .on('m.seq', '=', 1)
        .on(isWithinConversation(sql`m`, sql`c`)),
    )
    .leftJoin('held_message as h', (join) =>
      join.onRef('h.tenant', '=', 'c.tenant').onRef('h.conversation', '=', 'c.id').onRef('h.sender', '=', 'c.starter'),
    )
    .select(sql<number>`count(distinct c.id)::int`.as('same'))
    .where('c.tenant', '=', tenant)
    .where('c.starter', '=', me)
    .where('c.created_at', '>', since)
    .where('c.id', '<>', conversation)
    .where((is) => is.or([is('m.text', '=', text), is('h.text', '=', text)]))
    .executeTakeFirstOrThrow();
  return same;
}
