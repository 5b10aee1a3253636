// Processes that serve different sites share one queue: a job may reach a process that does not serve its site.
import { expect, test } from 'vitest';
import { readConfig } from '#server/config/index';
import { openLog } from '#server/log';
import { knownAddressMail } from '#server/mail/known-address';
import { serve } from '#server/main';
import { paidDelivery } from '#server/payments/deliver-paid';
import { dataFolder } from '../support/databases.ts';
import { siteAt, sites } from '../support/server.ts';

test('H9: a process that takes a job of a site served elsewhere runs it', async () => {
  const env = { DATA_DIR: await dataFolder(), PORT: '0', NICHES: siteAt(0).folder };
  const running = await serve(readConfig(env), { root: process.cwd(), log: openLog('silent') });
  try {
    const { services } = running.app;
    for (const { id: tenant } of sites)
      for (const kind of [knownAddressMail, paidDelivery]) {
        const done = kind.run(services, { tenant, account: crypto.randomUUID() });
        await expect(done).resolves.toBeUndefined();
      }
    const page = await running.app.fetch(new Request(`http://${siteAt(1).folder}.localhost/api/user.php`), {
      incoming: { socket: { remoteAddress: '192.0.2.1' } },
    });
    expect(page.status).toBe(421);
  } finally {
    await running.close();
  }
});
