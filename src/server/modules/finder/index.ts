// Handlers of contract/finder: kept answers, and the members who fit them.
import type { finder } from '#contract/finder';
import { FinderAnswers, type FinderMatch } from '#contract/finder';
import { ageOn, birthDatesFor } from '#domain/age';
import { agesAskedFor, type Candidate, FINDER_CANDIDATES, type Fit, rankFits, type Seeker } from '#domain/finder';
import { SEARCH } from '#domain/limits';
import { isoDay } from '#domain/iso-day';
import { consentedMember } from '../../auth/consented.ts';
import type { Ctx, Handlers } from '../../context.ts';
import type { Db } from '../../db/index.ts';
import { knownFields } from '../../db/known-fields.ts';
import { searchOf } from '../members/search-filters.ts';
import { readCards } from '../members/member-view.ts';
import { findSome } from '../members/search.ts';
import { comparableAnswers } from './compared-sets.ts';

const SHOWN_AT_SIGNUP = 12;
type ConsentCtx = Ctx<'consent_required'>;

export function finderHandlers(): Handlers<typeof finder> {
  return { read, matches, atSignup, keep, forget };
}

async function read(ctx: Ctx): Promise<{ answers: FinderAnswers | null; consented_at: string | null }> {
  const row = await ctx.db
    .selectFrom('finder_answers')
    .select(['answers', 'consented_at'])
    .where('tenant', '=', ctx.tenant)
    .where('account', '=', ctx.member().id)
    .executeTakeFirst();
  return { answers: row ? parsed(row.answers) : null, consented_at: row?.consented_at.toISOString() ?? null };
}

/** What another version stored and this one does not know counts as not answered. */
const parsed = (stored: unknown): FinderAnswers => knownFields(FinderAnswers.shape, stored);

interface Keeping {
  readonly answers: FinderAnswers;
  readonly consented_at?: string | undefined;
}

async function keep(ctx: ConsentCtx, { answers: given, consented_at: before }: Keeping): Promise<null> {
  const account = consentedMember(ctx);
  const { db, tenant } = ctx;
  const answers = JSON.stringify(given);
  if (before === undefined) {
    // Who consents once more has consented since the first time.
    await db
      .insertInto('finder_answers')
      .values({ tenant, account, answers, consented_at: ctx.now() })
      .onConflict((conflict) => conflict.columns(['tenant', 'account']).doUpdateSet({ answers }))
      .execute();
    return null;
  }
  const kept = await db
    .updateTable('finder_answers')
    .set({ answers })
    .where('tenant', '=', tenant)
    .where('account', '=', account)
    .where('consented_at', '=', new Date(before))
    .returning('account')
    .executeTakeFirst();
  if (!kept) throw ctx.refuse('not_found');
  return null;
}

async function forget(ctx: Ctx): Promise<null> {
  await ctx.db
    .deleteFrom('finder_answers')
    .where('tenant', '=', ctx.tenant)
    .where('account', '=', ctx.member().id)
    .execute();
  return null;
}

async function matches(
  ctx: ConsentCtx,
  { answers: given }: { answers: FinderAnswers },
): Promise<{ profiles: FinderMatch[]; compared: boolean }> {
  const { answers, compared } = await comparableAnswers(ctx, given);
  const { fits } = await fitsOf(ctx, answers);
  return { profiles: await readFits(ctx, fits.slice(0, SEARCH.pageSize)), compared };
}

/** Those with a reason come first, then those active most recently. */
async function atSignup(ctx: ConsentCtx): Promise<{ profiles: FinderMatch[] }> {
  const { fits, ids } = await fitsOf(ctx, { place: 'region' });
  const ranked = new Set(fits.map(({ id }) => id));
  const others = ids.filter((id) => !ranked.has(id)).map((id) => ({ id, reasons: [], shared: [], enjoys: [] }));
  return { profiles: await readFits(ctx, [...fits, ...others].slice(0, SHOWN_AT_SIGNUP)) };
}

/** The members of a search with the caller's filters, and those of them who fit the answers. */
async function fitsOf(ctx: ConsentCtx, answers: FinderAnswers): Promise<{ fits: Fit[]; ids: string[] }> {
  const { db, tenant } = ctx;
  const today = isoDay(ctx.now());
  const seeker = await seekerOf(ctx, consentedMember(ctx), answers, today);
  const asked = agesAskedFor(answers.ages, seeker.age);
  const search = { ...(await searchOf(ctx, {})), ...(asked ? birthDatesFor(asked.min, asked.max, today) : {}) };
  const hits = await findSome(db, search, FINDER_CANDIDATES);
  const ids = hits.map(({ id }) => id);
  return { fits: rankFits(seeker, await candidatesOf(db, tenant, ids, showsInterests(ctx), today)), ids };
}

async function readFits(ctx: Ctx, fits: readonly Omit<Fit, 'points'>[]): Promise<FinderMatch[]> {
  const cards = await readCards(ctx.db, ctx.tenant, fits, ctx.now());
  const byId = new Map(fits.map((fit) => [fit.id, fit]));
  return cards.flatMap((card) => {
    const fit = byId.get(card.id);
    return fit ? [{ ...card, reasons: [...fit.reasons], shared: [...fit.shared], enjoys: [...fit.enjoys] }] : [];
  });
}

/** On a site that hides interests they give no reason either. */
const showsInterests = ({ site }: Ctx): boolean => site.siteSettings.visible_profile_fields.includes('interests');

async function seekerOf(ctx: Ctx, me: string, answers: FinderAnswers, today: string): Promise<Seeker> {
  const { birth_date, region, interests } = await ctx.db
    .selectFrom('profile')
    .select(['birth_date', 'region', 'interests'])
    .where('tenant', '=', ctx.tenant)
    .where('id', '=', me)
    .executeTakeFirstOrThrow();
  return { answers, age: ageOn(birth_date, today), region, interests: showsInterests(ctx) ? interests : [] };
}

async function candidatesOf(
  db: Db,
  tenant: number,
  ids: readonly string[],
  withInterests: boolean,
  today: string,
): Promise<Candidate[]> {
  if (ids.length === 0) return [];
  const rows = await db
    .selectFrom('profile')
    .select(['id', 'birth_date', 'region', 'interests'])
    .where('tenant', '=', tenant)
    .where('id', 'in', ids)
    .execute();
  const kept = await db
    .selectFrom('finder_answers')
    .select(['account', 'answers'])
    .where('tenant', '=', tenant)
    .where('account', 'in', ids)
    .execute();
  const answersOf = new Map(kept.map(({ account, answers }) => [account, parsed(answers)]));
  const byId = new Map(rows.map((row) => [row.id, row]));
  return ids.flatMap((id) => {
    const row = byId.get(id);
    if (!row) return [];
    const interests = withInterests ? row.interests : [];
    return [
      { id, age: ageOn(row.birth_date, today), region: row.region, interests, answers: answersOf.get(id) ?? null },
    ];
  });
}
