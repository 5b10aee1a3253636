// What a monitor and a load balancer read: metrics on a port of their own, and readiness that ends before the listener.
import { once } from 'node:events';
import { createServer, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { readConfig } from '#server/config/index';
import { explainStartError } from '#server/config/start-errors';
import type { DatabaseConfig } from '#server/db/config';
import { openDatabase } from '#server/db/index';
import { listenForMetrics, openMetrics } from '#server/metrics';
import { freshDatabase } from '../support/databases.ts';
import { eventually } from '../support/eventually.ts';
import { freePort } from '#scripts/testing/free-port';
import { freshFolder, portOf, startProcess } from '../support/processes.ts';
import { siteAt } from '../support/server.ts';

const status = (port: number, path: string, host = siteAt(0).siteSettings.domain): Promise<number | undefined> =>
  new Promise((resolve, reject) => {
    const asked = request({ port, path, headers: { host }, agent: false }, (answer) => {
      answer.resume();
      resolve(answer.statusCode);
    });
    asked.on('error', reject).end();
  });

/** As the queue leaves a job behind that failed at its last try. */
async function giveUpMail(settings: DatabaseConfig): Promise<void> {
  const database = await openDatabase(settings);
  await database.boss.executeSql(
    "insert into pgboss.job (name, source_name, keep_until) values ('given_up', 'purchase_mail', now() + interval '1 day')",
  );
  await database.close();
}

test('H7: metrics count calls by route on their own port, and readiness ends before the process stops listening', async () => {
  const metricsPort = await freePort();
  const settings = await freshDatabase('postgres');
  const { url: DATABASE_URL } = settings;
  const server = startProcess({
    ...{ NODE_ENV: 'test', DATA_DIR: freshFolder(), DATABASE_URL },
    // Long enough for the calls below on a busy machine.
    ...{ METRICS_PORT: String(metricsPort), METRICS_HOST: '127.0.0.2', DRAIN_SECONDS: '10' },
  });
  onTestFinished(() => void server.child.kill('SIGKILL'));
  const port = await portOf(server);
  for (let at = 0; at < 3; at += 1) expect(await status(port, '/api/settings.php')).toBe(200);
  expect(await status(port, '/operator/api/me')).toBe(403);
  await giveUpMail(settings);
  const answer = await fetch(`http://127.0.0.2:${metricsPort}/metrics`);
  const text = await answer.text();
  expect(answer.headers.get('content-type')).toMatch(/^text\/plain; version=0\.0\.4/);
  const { id } = siteAt(0);
  expect(text).toContain(`matchloom_calls_total{route="site.settings",status="200",tenant="${id}"} 3`);
  expect(text).toContain('matchloom_calls_total{route="staff session.me",status="403",tenant="0"} 1');
  expect(text).toContain('matchloom_call_seconds_count{route="site.settings"} 3');
  expect(text).toMatch(/^matchloom_live_connections 0$/m);
  expect(text).toMatch(/^# TYPE matchloom_jobs_given_up gauge$/m);
  expect(text).toMatch(/^matchloom_jobs_given_up\{kind="purchase_mail"\} 1$/m);
  expect(text).toMatch(/^process_resident_memory_bytes \d+$/m);
  expect(text).not.toContain('@');
  expect(await status(port, '/metrics')).not.toBe(200);
  expect((await fetch(`http://127.0.0.2:${metricsPort}/`)).status).toBe(404);

  expect(await status(port, '/readyz')).toBe(200);
  server.child.kill('SIGTERM');
  await eventually(async () => expect(await status(port, '/readyz')).toBe(503));
  expect([await status(port, '/livez'), await status(port, '/api/settings.php')]).toEqual([200, 200]);
  expect(await server.ended).toBe(0);
  await expect(status(port, '/livez')).rejects.toThrow();
});

test('H7: a used port of metrics is named by its own setting', async () => {
  const other = createServer().listen(0, '127.0.0.1');
  onTestFinished(() => void other.close());
  await once(other, 'listening');
  const { port } = other.address() as AddressInfo;
  const refused = listenForMetrics(openMetrics(), readConfig({}), port).catch(explainStartError);
  expect(await refused).toBe(
    `Port ${port} is in use by another program; stop that one, or set METRICS_PORT to another number.`,
  );
});
