// Handlers of contract/safety: blocks, reports, and words of the scam guard.
import type { MemberCard } from '#contract/members';
import type { safety, SentReport, WordChange } from '#contract/safety';
import type { Ctx, Handlers } from '../../context.ts';
import { reportNumber } from '../../mail/report.ts';
import type { Services } from '../../services.ts';
import { cardOf, cards } from '../members/member-view.ts';
import { blockMember, unblockMember } from './block.ts';
import { report } from './report.ts';
import { readWordChanges } from './word-changes.ts';

const MAX_BLOCKED = 500;
const MAX_REPORTS = 100;

export function safetyHandlers(services: Services): Handlers<typeof safety> {
  return {
    block: async (ctx, { id }) => {
      await blockMember(ctx, id.toLowerCase());
      return null;
    },
    unblock: async (ctx, { id }) => {
      await unblockMember(ctx, id);
      return null;
    },
    blocked,
    report: (ctx, typed) => report(services, ctx, typed),
    reports,
    words,
  };
}

/** Members who cannot be reached at the moment are left out. One who blocked the caller too is shown without a picture. */
async function blocked(ctx: Ctx): Promise<{ profiles: MemberCard[] }> {
  const me = ctx.member().id;
  const rows = await cards(ctx.db, ctx.tenant)
    .innerJoin('block as b', (join) => join.onRef('b.tenant', '=', 'p.tenant').onRef('b.blocked', '=', 'p.id'))
    .leftJoin('block as back', (join) =>
      join
        .onRef('back.tenant', '=', 'p.tenant')
        .onRef('back.blocker', '=', 'p.id')
        .onRef('back.blocked', '=', 'b.blocker'),
    )
    .select('back.blocker as blocked_back')
    .where('b.blocker', '=', me)
    .where('p.reachable', '=', true)
    .orderBy('b.at', 'desc')
    .orderBy('p.id')
    .limit(MAX_BLOCKED)
    .execute();
  return {
    profiles: rows.map(({ blocked_back: isMutual, ...row }) => {
      const card = cardOf(row, ctx.now());
      return isMutual ? { ...card, main_image: null, line: '', activity: 'other', verified: false } : card;
    }),
  };
}

const words = async ({ db, tenant }: Ctx): Promise<{ words: WordChange[] }> => ({
  words: (await readWordChanges(db, tenant)).map(({ kind, word, is_off }) => ({ kind, word, is_off })),
});

async function reports(ctx: Ctx): Promise<{ reports: SentReport[] }> {
  const rows = await ctx.db
    .selectFrom('report')
    .select(['id', 'name', 'about', 'category', 'status', 'decision', 'at'])
    .where('tenant', '=', ctx.tenant)
    .where('reporter', '=', ctx.member().id)
    .orderBy('at', 'desc')
    .orderBy('id')
    .limit(MAX_REPORTS)
    .execute();
  return { reports: rows.map(({ id, at, ...row }) => ({ ...row, number: reportNumber(id), at: at.toISOString() })) };
}
