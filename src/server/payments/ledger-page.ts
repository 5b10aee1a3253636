// Reads a member's ledger entries, newest first, with the recipients' names.
import type { LedgerEntry } from '#contract/credits';
import type { Db } from '../db/index.ts';
import { notBlocked } from '../modules/members/member-view.ts';

const PAGE_SIZE = 50;

/**
 * A page of entries older than `before`; `next` is the `before` of the next page, null on the last one. An entry's `id`
 * is its version.
 */
export async function ledgerPage(
  db: Db,
  tenant: number,
  account: string,
  before: number | null,
): Promise<{ entries: LedgerEntry[]; next: number | null }> {
  const rows = await db
    .selectFrom('ledger as l')
    .leftJoin('profile as p', (join) =>
      join
        .onRef('p.tenant', '=', 'l.tenant')
        .onRef('p.id', '=', 'l.about')
        .on('l.kind', 'in', ['message', 'gift', 'picture', 'voice'])
        .on('p.reachable', '=', true)
        .on(notBlocked(tenant, account)),
    )
    .select(['l.version as id', 'l.kind', 'l.credits', 'l.balance', 'l.at', 'p.id as other', 'p.name'])
    .where('l.tenant', '=', tenant)
    .where('l.account', '=', account)
    .$if(before !== null, (query) => query.where('l.version', '<', before ?? 0))
    .orderBy('l.version', 'desc')
    .limit(PAGE_SIZE + 1)
    .execute();
  const entries = rows.slice(0, PAGE_SIZE).map(({ id, kind, credits, balance, at, other, name }): LedgerEntry => {
    const about = other !== null && name !== null ? { id: other, name } : null;
    return { id, kind, credits, balance, at: at.toISOString(), about };
  });
  return { entries, next: rows.length > PAGE_SIZE ? (entries.at(-1)?.id ?? null) : null };
}
