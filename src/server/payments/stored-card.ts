// The card of a member that the provider has kept: its token, and what its owner knows it by (decisions B27).
import { sql } from 'kysely';
import type { Db } from '../db/index.ts';
import type { StoredCardTable } from '../db/tables/stored-card.ts';
import type { Services } from '../services.ts';
import { cardForgetting } from './forget-cards.ts';
import type { PaymentRow } from './orders.ts';
import type { KeptCard } from './provider.ts';

export type StoredCard = Pick<StoredCardTable, 'token' | 'method' | 'brand' | 'last_four'>;

/**
 * Keeps a card that the provider has kept, or has it forgotten when its owner no longer wants that or is gone. The latest
 * card replaces the one before, which the database then has forgotten.
 */
export async function takeCard(db: Db, payment: PaymentRow, card: KeptCard, at: Date): Promise<void> {
  if (payment.keeps_card && (await saveCard(db, payment, card, at))) return;
  const { tenant, provider } = payment;
  await db
    .insertInto('forgotten_card')
    .values({ tenant, provider, token: card.token, at })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

async function saveCard(
  db: Db,
  { tenant, account, provider, method }: PaymentRow,
  card: KeptCard,
  at: Date,
): Promise<boolean> {
  const { rows } =
    await sql`insert into stored_card (tenant, account, provider, token, method, brand, last_four, saved_at)
    select tenant, id, ${provider}, ${card.token}, ${method}, ${card.brand}, ${card.last_four}, ${at}::timestamptz
    from account where tenant = ${tenant} and id = ${account}
    on conflict (tenant, account) do update set provider = excluded.provider, token = excluded.token,
      method = excluded.method, brand = excluded.brand, last_four = excluded.last_four, saved_at = excluded.saved_at
    returning account`.execute(db);
  return rows.length > 0;
}

/** The member's card at this provider. */
export async function readCard(db: Db, tenant: number, account: string, provider: string): Promise<StoredCard | null> {
  const card = db.selectFrom('stored_card').select(['token', 'method', 'brand', 'last_four']);
  const own = card.where('tenant', '=', tenant).where('account', '=', account).where('provider', '=', provider);
  return (await own.executeTakeFirst()) ?? null;
}

/** Here at once, at the provider by a job. An order that is paid later must not bring the card back. */
export async function forgetCard({ queue }: Services, db: Db, tenant: number, account: string): Promise<void> {
  await queue.add(db, cardForgetting, { tenant });
  await db.deleteFrom('stored_card').where('tenant', '=', tenant).where('account', '=', account).execute();
  await db
    .updateTable('payment')
    .set({ keeps_card: false })
    .where('tenant', '=', tenant)
    .where('account', '=', account)
    .where('keeps_card', '=', true)
    .execute();
}
