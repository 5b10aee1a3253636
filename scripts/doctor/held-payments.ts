// What the doctor finds of payments whose provider has no key any more: no one is asked about them, and nothing is refunded.
import type { Config } from '#server/config/index';
import { providers } from '#server/config/expected';
import { KEYS } from '#server/config/providers';
import { openDatabase, type OpenDatabase } from '#server/db/index';
import type { Site } from '#site/load';
import { bad, type Finding } from './finding.ts';

type Held = Record<(typeof providers)[number], { open: number; paid: number }>;

/** Nothing where the database cannot be asked, which is a finding of its own. */
export async function heldFindings(config: Config, sites: readonly Site[]): Promise<Finding[]> {
  const missing = providers.filter((name) => config[name] === null);
  if (config.database.kind !== 'postgres' || missing.length === 0) return [];
  const held: Held = { mollie: { open: 0, paid: 0 }, stripe: { open: 0, paid: 0 } };
  let database: OpenDatabase | null = null;
  try {
    database = await openDatabase({ ...config.database, poolSize: 1 });
    for (const { id } of sites) await count(database, id, held);
  } catch {
    return [];
  } finally {
    await database?.close();
  }
  return missing.flatMap((name) => {
    const { open, paid } = held[name];
    if (open + paid === 0) return [];
    const text = `${open} open and ${paid} paid payments of ${name} cannot be asked about, nor refunded: set ${KEYS[name]} again beside the key of the provider that sells, and PAYMENT_PROVIDER to that one.`;
    return [bad('payments', text)];
  });
}

/** Open ones are checked, and paid ones asked about as long as a bank may take them back. */
async function count(database: OpenDatabase, tenant: number, held: Held): Promise<void> {
  const rows = await database.inTenant(tenant, (db) =>
    db
      .selectFrom('payment')
      .select(({ fn }) => [
        'provider',
        fn.count<string>('check_at').as('open'),
        fn.count<string>('recheck_at').as('paid'),
      ])
      .where('tenant', '=', tenant)
      .where('provider', 'in', providers)
      .where(({ or, eb }) => or([eb('check_at', 'is not', null), eb('recheck_at', 'is not', null)]))
      .groupBy('provider')
      .execute(),
  );
  for (const { provider, open, paid } of rows) {
    const all = held[provider as keyof Held];
    all.open += Number(open);
    all.paid += Number(paid);
  }
}
