// The dashboard of deploy/ asks for metrics that exist, and shows all of ours.
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { JOBS_GIVEN_UP, LIVE_CONNECTIONS, openMetrics } from '#server/metrics';

interface Dashboard {
  readonly panels: readonly { readonly title: string; readonly targets: readonly { readonly expr: string }[] }[];
}

test('H7: every metric of the dashboard is one that the server has, and none of ours is left out', async () => {
  const metrics = openMetrics();
  metrics.watch(LIVE_CONNECTIONS, 'Open live connections', () => 0);
  metrics.watchJobs(JOBS_GIVEN_UP, 'Jobs that failed at their last try', () => Promise.resolve([]));
  const known = [...(await metrics.text()).matchAll(/^# TYPE (\w+)/gm)].map(([, name = '']) => name);
  const { panels } = JSON.parse(readFileSync('deploy/grafana-dashboard.json', 'utf8')) as Dashboard;
  const asked = panels.flatMap(({ targets }) =>
    targets.flatMap(({ expr }) => expr.match(/\b(?:matchloom|process|nodejs)_\w+/g) ?? []),
  );
  // A histogram is asked for by its buckets.
  const names = new Set(asked.map((name) => name.replace(/_bucket$/, '')));
  expect([...names].filter((name) => !known.includes(name))).toEqual([]);
  expect(known.filter((name) => name.startsWith('matchloom_') && !names.has(name))).toEqual([]);
  expect(new Set(panels.map(({ title }) => title)).size).toBe(panels.length);
});

test('H7: the last results of reconciliation and ledger check are metrics by tenant', async () => {
  const metrics = openMetrics();
  const at = new Date('2027-01-01T00:00:00Z');
  metrics.reconciled({ tenant: 7, at, checked: 3 });
  metrics.reconciled({ tenant: 7, at: new Date('2027-01-02'), checked: null });
  metrics.ledgerChecked({ tenant: 7, at, gaps: 2 });
  const text = await metrics.text();
  for (const line of [
    'matchloom_reconcile_checked{tenant="7"} 3',
    `matchloom_reconcile_success_timestamp_seconds{tenant="7"} ${at.getTime() / 1000}`,
    'matchloom_reconcile_failures_total{tenant="7"} 1',
    'matchloom_ledger_gaps{tenant="7"} 2',
    `matchloom_ledger_check_timestamp_seconds{tenant="7"} ${at.getTime() / 1000}`,
  ])
    expect(text).toContain(line);
});

test('DE102 H9: jobs that were given up are a metric by kind, of now; while they cannot be counted all else is still told', async () => {
  const metrics = openMetrics();
  const answers = [
    () => Promise.resolve([{ kind: 'purchase_mail', jobs: 2 }]),
    () => Promise.resolve([{ kind: 'push', jobs: 1 }]),
    () => Promise.reject(new Error('away')),
  ];
  metrics.watchJobs(JOBS_GIVEN_UP, 'Jobs that failed at their last try', async () => (await answers.shift()?.()) ?? []);
  const counted = async (): Promise<string[]> => (await metrics.text()).match(/^matchloom_jobs_given_up\{.*/gm) ?? [];
  expect(await counted()).toEqual(['matchloom_jobs_given_up{kind="purchase_mail"} 2']);
  expect(await counted()).toEqual(['matchloom_jobs_given_up{kind="push"} 1']);
  expect(await counted()).toEqual([]);
  expect(await metrics.text()).toMatch(/^process_resident_memory_bytes \d+$/m);
});
