// Measures handling a provider's report of a paid order: status, credits, ledger, events and the job of its mail, beside tpcb-like.
import { loadSites, type Site } from '#site/load';
import { openDatabase, migrate, type OpenDatabase } from '#server/db/index';
import { openJobs } from '#server/jobs';
import { openLog } from '#server/log';
import { processReport, type ReportServices } from '#server/payments/process-report';
import type { BenchDatabase } from './database.ts';
import type { Figure } from './figure.ts';
import { addBenchMembers, BENCH_MEMBERS, memberId } from './members.ts';
import { CLIENTS, fillTpcb, middle, rate, ratio, type Round, ROUNDS, tpcbLike } from './pgbench.ts';

/** Reports of a round; the first round only plans statements. */
const REPORTS = 2000;
const AT_ONCE = 500;
const PROVIDER = 'sandbox';
const ORDER = { package: '35', credits: 35, amount: 4599, currency: 'EUR', method: 'visa', country: 'NL', vat: 21 };

export async function measureWebhooks({ config }: BenchDatabase): Promise<Figure[]> {
  const sites = loadSites(process.cwd());
  const [site] = sites;
  if (!site || config.kind !== 'postgres') {
    console.log('webhooks: left out, they are measured on PostgreSQL only');
    return [];
  }
  const database = await openDatabase({ ...config, poolSize: CLIENTS });
  try {
    await migrate(database, config);
    await addBenchMembers(database, site.id);
    fillTpcb(config.url);
    const log = openLog('silent');
    const jobs = await openJobs({ database, log });
    const { queue } = jobs;
    const hub = { publish: () => undefined } as unknown as ReportServices['hub'];
    const services = { database, hub, log, sites, queue, now: () => new Date() };
    try {
      const rounds: Round[] = [];
      for (let round = -1; round < ROUNDS; round += 1) {
        const measured = { ours: await paidPerSecond(services, site), theirs: tpcbLike(config.url) };
        if (round >= 0) rounds.push(measured);
      }
      return [figureOf(middle(rounds))];
    } finally {
      await jobs.stop();
    }
  } finally {
    await database.close();
  }
}

const figureOf = (round: Round): Figure => ({
  what: `reports of paid orders, ${CLIENTS} at once`,
  value: ratio(round),
  unit: '×',
  budget: { atLeast: 1 },
  beside: `${rate(round.ours)}/s beside ${rate(round.theirs)}/s of pgbench tpcb-like`,
});

async function paidPerSecond(services: ReportServices, { id: tenant }: Site): Promise<number> {
  const ids = await addOrders(services.database, tenant);
  const left = [...ids];
  const lane = async (): Promise<void> => {
    for (let id = left.pop(); id !== undefined; id = left.pop()) {
      const report = { eventId: `evt_${id}`, payment: id, ref: `ref-${id}`, kind: 'paid', body: '{}' } as const;
      const { outcome } = await processReport(services, tenant, PROVIDER, { ...report, ...priceOf() });
      if (outcome !== 'applied') throw new Error(`A report was ${outcome}.`);
    }
  };
  const started = performance.now();
  await Promise.all(Array.from({ length: CLIENTS }, lane));
  return (ids.length / (performance.now() - started)) * 1000;
}

const priceOf = (): { amount: number; currency: string } => ({ amount: ORDER.amount, currency: ORDER.currency });

async function addOrders(database: OpenDatabase, tenant: number): Promise<string[]> {
  const now = new Date();
  const rows = Array.from({ length: REPORTS }, (_, at) => {
    const id = crypto.randomUUID();
    const sent = { provider: PROVIDER, provider_ref: `ref-${id}`, redirect: 'https://pay.example/' };
    return {
      ...{ tenant, id, account: memberId(at % BENCH_MEMBERS), ...ORDER, discount_code: null, ...sent },
      ...{ status: 'created' as const, created_at: now, updated_at: now, check_at: now },
    };
  });
  // In parts: a statement takes 65,535 values.
  for (let from = 0; from < rows.length; from += AT_ONCE)
    await database.inTenant(tenant, (db) =>
      db
        .insertInto('payment')
        .values(rows.slice(from, from + AT_ONCE))
        .execute(),
    );
  return rows.map(({ id }) => id);
}
