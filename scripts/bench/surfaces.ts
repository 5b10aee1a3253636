// Measures what is built on the search, as its handlers answer it: similar members, match finder, signup and swipe game.
import type { FinderAnswers } from '#contract/finder';
import type { Ctx } from '#server/context';
import type { Db, OpenDatabase } from '#server/db/index';
import { finderHandlers } from '#server/modules/finder/index';
import { memberHandlers } from '#server/modules/members/index';
import { findPage, type Search } from '#server/modules/members/search';
import { searchOf } from '#server/modules/members/search-filters';
import { swipeHandlers } from '#server/modules/swipe/index';
import { loadSites } from '#site/load';
import type { Figure } from './figure.ts';
import { timesFigure, timesOf, type Work } from './search-times.ts';

const SIMILAR_MS = 5;
const FINDER_MS = 20;

const sites = new Map(loadSites(process.cwd()).map((site) => [site.id, site]));
const answers: FinderAnswers = { place: 'region', ages: 'near', time: ['food', 'home', 'away'], matters: 'interests' };

/** What the handlers take from the context of a call. */
function ctxOf(db: Db, { tenant, viewer: id }: Search): Ctx {
  const account = { id, consented: true };
  const refuse = (code: string): Error => new Error(code);
  const ctx = { db, site: sites.get(tenant), tenant, account, member: () => account, now: () => new Date(), refuse };
  return ctx as unknown as Ctx;
}

type Handler = (ctx: Ctx, input: object) => Promise<unknown>;
const similar = memberHandlers().similar as Handler;
const { matches, atSignup } = finderHandlers() as { matches: Handler; atSignup: Handler };
const deck = swipeHandlers().deck as Handler;

/** Members like the first one that the viewer's own search finds. */
const similarToFirst: Work = async (db, search) => {
  const ctx = ctxOf(db, search);
  const { hits } = await findPage(db, await searchOf(ctx, {}), { offset: 0 });
  const [shown] = hits;
  return shown ? () => similar(ctx, { id: shown.id }) : null;
};

const calling =
  (handler: Handler, input: object): Work =>
  (db, search) => {
    const ctx = ctxOf(db, search);
    return Promise.resolve(() => handler(ctx, input));
  };

export async function surfaceFigures(database: OpenDatabase, searches: readonly Search[]): Promise<Figure[]> {
  const surfaces: readonly (readonly [what: string, work: Work, budgetMs: number])[] = [
    ['similar members', similarToFirst, SIMILAR_MS],
    ['match finder', calling(matches, { answers }), FINDER_MS],
    ['members at signup', calling(atSignup, {}), FINDER_MS],
    ['deck of the swipe game', calling(deck, {}), FINDER_MS],
  ];
  const figures: Figure[] = [];
  for (const [what, work, budgetMs] of surfaces)
    figures.push(timesFigure(what, await timesOf(database, searches, work), budgetMs));
  return figures;
}
