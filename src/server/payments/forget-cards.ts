// Has the provider forget the cards that members no longer have here, until it has done so.
import * as z from 'zod/mini';
import type { Db } from '../db/index.ts';
import { eachInTurn } from '../each-in-turn.ts';
import { EVERY_FIVE_MINUTES, jobKind } from '../queue.ts';
import type { Services } from '../services.ts';
import type { Provider } from './provider.ts';
import { allProviders } from './providers.ts';

const BATCH_SIZE = 200;

/** Also runs every few minutes, for cards that went with an account or for a newer one. */
export const cardForgetting = jobKind({
  name: 'card_forgetting',
  data: z.strictObject({ tenant: z.int() }),
  retries: { times: 20, delay: 10, longest: 3600 },
  schedule: { cron: EVERY_FIVE_MINUTES },
  run: forgetCards,
});

/** Idempotent: a provider forgets a card once. One that it does not forget now keeps no other from it. */
async function forgetCards(services: Services, { tenant }: { tenant: number }): Promise<void> {
  await eachInTurn(allProviders(services), (provider) => forgetCardsAt(services, provider, tenant));
}

async function forgetCardsAt({ database }: Services, provider: Provider, tenant: number): Promise<void> {
  const cards = await database.inTenant(tenant, (db) =>
    db
      .selectFrom('forgotten_card as f')
      .select(({ exists, selectFrom }) => [
        'f.token',
        // A provider may give a card the same token when it is entered again.
        exists(
          selectFrom('stored_card as s')
            .select('s.token')
            .whereRef('s.tenant', '=', 'f.tenant')
            .whereRef('s.provider', '=', 'f.provider')
            .whereRef('s.token', '=', 'f.token'),
        ).as('is_kept'),
      ])
      .where('f.tenant', '=', tenant)
      .where('f.provider', '=', provider.name)
      .orderBy('f.at')
      .limit(BATCH_SIZE)
      .execute(),
  );
  await eachInTurn(cards, async ({ token, is_kept: isKept }) => {
    if (!isKept) await provider.forget(token);
    await database.inTenant(tenant, (db) => markForgotten(db, tenant, provider.name, token));
  });
}

const markForgotten = (db: Db, tenant: number, provider: string, token: string) =>
  db
    .deleteFrom('forgotten_card')
    .where('tenant', '=', tenant)
    .where('provider', '=', provider)
    .where('token', '=', token)
    .execute();
