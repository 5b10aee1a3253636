// Counts calls and measures this process, in the format of Prometheus, on a port of its own.
import { createServer, type Server } from 'node:http';
import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client';
import type { Config } from './config/index.ts';
import type { GivenUp } from './given-up-jobs.ts';

/** What the last look at a tenant's money found, and when. */
interface MoneyCheck {
  readonly tenant: number;
  readonly at: Date;
}

export interface Metrics {
  /** `checked`: payments that the provider was asked about; null when it could not be finished. */
  reconciled(result: MoneyCheck & { readonly checked: number | null }): void;
  ledgerChecked(result: MoneyCheck & { readonly gaps: number }): void;
  countCall(call: {
    readonly route: string;
    readonly status: number;
    readonly tenant: number;
    readonly ms: number;
  }): void;
}

export const noMetrics: Metrics = {
  countCall: () => undefined,
  reconciled: () => undefined,
  ledgerChecked: () => undefined,
};

export const LIVE_CONNECTIONS = 'matchloom_live_connections';
export const JOBS_GIVEN_UP = 'matchloom_jobs_given_up';

export interface OpenMetrics extends Metrics {
  /** A number that is read when it is asked for. */
  watch(name: string, help: string, read: () => number): void;
  /** Numbers of jobs by their kind, read in the same way; none while they cannot be read. */
  watchJobs(name: string, help: string, read: () => Promise<readonly GivenUp[]>): void;
  text(): Promise<string>;
}

/** Seconds; calls take a few milliseconds, uploads and payments up to some seconds. */
const BUCKETS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];
const MS_PER_SECOND = 1000;

export function openMetrics(): OpenMetrics {
  const registry = new Registry();
  const registers = [registry];
  collectDefaultMetrics({ register: registry });
  const calls = new Counter({
    ...{ name: 'matchloom_calls_total', help: 'Calls by route, status and tenant', registers },
    labelNames: ['route', 'status', 'tenant'],
  });
  const seconds = new Histogram({
    ...{ name: 'matchloom_call_seconds', help: 'Seconds a call takes, by route', registers, buckets: BUCKETS },
    labelNames: ['route'],
  });
  return {
    countCall: ({ route, status, tenant, ms }) => {
      calls.inc({ route, status, tenant });
      seconds.observe({ route }, ms / MS_PER_SECOND);
    },
    ...moneyMetrics(registry),
    watch: (name, help, read) =>
      void new Gauge({
        ...{ name, help, registers },
        collect() {
          this.set(read());
        },
      }),
    watchJobs: (name, help, read) =>
      void new Gauge({
        ...{ name, help, registers, labelNames: ['kind'] },
        async collect() {
          const found = await read().catch(() => []);
          this.reset();
          for (const { kind, jobs } of found) this.set({ kind }, jobs);
        },
      }),
    text: () => registry.metrics(),
  };
}

/** Last results by tenant, so that an alert sees a check that finds something, and one that has not run. */
function moneyMetrics(registry: Registry): Pick<Metrics, 'reconciled' | 'ledgerChecked'> {
  const byTenant = { registers: [registry], labelNames: ['tenant'] };
  const checked = new Gauge({
    ...{ name: 'matchloom_reconcile_checked', help: 'Payments the last reconciliation asked the provider about' },
    ...byTenant,
  });
  const reconciledAt = new Gauge({
    ...{ name: 'matchloom_reconcile_success_timestamp_seconds', help: 'When a reconciliation was last finished' },
    ...byTenant,
  });
  const failures = new Counter({
    ...{ name: 'matchloom_reconcile_failures_total', help: 'Reconciliations that could not be finished' },
    ...byTenant,
  });
  const gaps = new Gauge({
    ...{ name: 'matchloom_ledger_gaps', help: 'Ledger entries the last daily check found missing or edited' },
    ...byTenant,
  });
  const ledgerAt = new Gauge({
    ...{ name: 'matchloom_ledger_check_timestamp_seconds', help: 'When the ledger was last checked' },
    ...byTenant,
  });
  return {
    reconciled: ({ tenant, at, checked: count }) => {
      if (count === null) return failures.inc({ tenant });
      checked.set({ tenant }, count);
      reconciledAt.set({ tenant }, at.getTime() / MS_PER_SECOND);
    },
    ledgerChecked: ({ tenant, at, gaps: count }) => {
      gaps.set({ tenant }, count);
      ledgerAt.set({ tenant }, at.getTime() / MS_PER_SECOND);
    },
  };
}

/** Answers `/metrics` and nothing else. */
export function listenForMetrics(metrics: OpenMetrics, { host, metricsHost }: Config, port: number): Promise<Server> {
  const server = createServer((request, response) => {
    if (request.url !== '/metrics') return void response.writeHead(404).end();
    void metrics.text().then(
      (text) => response.writeHead(200, { 'Content-Type': Registry.PROMETHEUS_CONTENT_TYPE }).end(text),
      () => response.writeHead(500).end(),
    );
  });
  return new Promise((resolve, reject) => {
    server.once('error', (error) => reject(Object.assign(error, { setting: 'METRICS_PORT' })));
    server.listen(port, metricsHost ?? host, () => resolve(server));
  });
}
