// Handlers of contract/searches: a member's saved searches.
import { type NewSearch, type SavedSearch, SavedFilters, type SearchName, type searches } from '#contract/searches';
import { SAVED_SEARCHES } from '#domain/limits';
import type { Ctx, Handlers } from '../../context.ts';
import { knownFields } from '../../db/known-fields.ts';
import { lockAccount } from '../../db/lock-account.ts';

export function searchesHandlers(): Handlers<typeof searches> {
  return { list, save, rename, remove };
}

async function list(ctx: Ctx): Promise<{ searches: SavedSearch[] }> {
  const rows = await ctx.db
    .selectFrom('saved_search')
    .select(['id', 'name', 'filters', 'created_at'])
    .where('tenant', '=', ctx.tenant)
    .where('account', '=', ctx.member().id)
    .orderBy('created_at')
    .orderBy('id')
    .execute();
  return {
    searches: rows.map(({ id, name, filters, created_at }) => ({
      ...{ id, name, filters: parsedFilters(filters) },
      created_at: created_at.toISOString(),
    })),
  };
}

/** A filter that this version does not know leaves the member's default. */
export const parsedFilters = (stored: unknown): SavedFilters => knownFields(SavedFilters.shape, stored);

async function save(ctx: Ctx<'search_limit'>, { name, filters }: NewSearch): Promise<null> {
  const { db, tenant } = ctx;
  const account = ctx.member().id;
  // Two at once would pass the limit together.
  await lockAccount(db, tenant, account);
  const { count } = await db
    .selectFrom('saved_search')
    .select((is) => is.fn.countAll<number>().as('count'))
    .where('tenant', '=', tenant)
    .where('account', '=', account)
    .executeTakeFirstOrThrow();
  if (Number(count) >= SAVED_SEARCHES) throw ctx.refuse('search_limit', { limit: SAVED_SEARCHES });
  const now = ctx.now();
  await db
    .insertInto('saved_search')
    .values({
      ...{ tenant, id: crypto.randomUUID(), account, name, filters: JSON.stringify(filters) },
      ...{ created_at: now, news_from: now, news_to: now },
    })
    .execute();
  return null;
}

async function rename(ctx: Ctx, { id, name }: SearchName): Promise<null> {
  const renamed = await ctx.db
    .updateTable('saved_search')
    .set({ name })
    .where('tenant', '=', ctx.tenant)
    .where('account', '=', ctx.member().id)
    .where('id', '=', id)
    .returning('id')
    .executeTakeFirst();
  if (!renamed) throw ctx.refuse('not_found');
  return null;
}

async function remove(ctx: Ctx, { id }: { id: string }): Promise<null> {
  const removed = await ctx.db
    .deleteFrom('saved_search')
    .where('tenant', '=', ctx.tenant)
    .where('account', '=', ctx.member().id)
    .where('id', '=', id)
    .returning('id')
    .executeTakeFirst();
  if (!removed) throw ctx.refuse('not_found');
  return null;
}
