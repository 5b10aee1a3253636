// README.md's own commands, from an empty machine to a restored backup, with visitors on the sites all the while.
import { createHash } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import type { Site } from '#site/load';
import { ask } from '../support/ask-site.ts';
import { eventually } from '../support/eventually.ts';
import { commandsAfter } from '../support/readme.ts';
import { rehearse, type Rehearsal, rowsIn } from '../support/rehearsal.ts';
import { sites } from '../support/server.ts';

/** What a browser would refuse or miss on a page: styles that the policy does not name, and files that are gone. */
async function faultsOf(port: number, site: Site, path: string): Promise<string[]> {
  const { status, policy, body } = await ask(port, site, path);
  const styles = [...body.matchAll(/<style[^>]*>([\s\S]*?)<\/style>/g)].map(([, content = '']) => content);
  const blocked = styles.filter(
    (style) => !policy.includes(`'sha256-${createHash('sha256').update(style).digest('base64')}'`),
  );
  const files = [
    ...new Set([...body.matchAll(/(?:src|href)="(\/(?:_astro|assets)\/[^"]+)"/g)].map(([, file = '']) => file)),
  ];
  // A slow browser asks for them later.
  await new Promise((resolve) => setTimeout(resolve, 200));
  const answers = await Promise.all(files.map((file) => ask(port, site, file)));
  return [
    ...(status === 200 ? [] : [`${path}: ${status}`]),
    ...blocked.map(() => `${path}: a style is blocked`),
    ...answers.flatMap(({ status: found }, at) => (found === 200 ? [] : [`${files[at]}: ${found}`])),
  ];
}

/** Joins, confirms by the mailed link, and buys; answers the session. */
async function becomeCustomer({ ports: { web }, mails }: Rehearsal, site: Site): Promise<string> {
  const about = {
    gender: 'male',
    seeks: 'female',
    country: site.siteSettings.countries[0],
    date_of_birth: '1988-06-15',
  };
  const joined = await ask(web, site, '/api/signup.php', {
    json: {
      ...{ email: 'anna@example.test', name: 'Anna Bloom', password: 'seven green bottles', ...about },
      ...{ terms: 'yes', consent: 'yes' },
    },
  });
  expect([joined.status, joined.body]).toEqual([200, expect.any(String)]);
  const cookie = joined.cookies.join('; ');
  const mailedToken = (): string | undefined => /\?token=(\S+)/.exec(mails.join('\n'))?.[1];
  await eventually(() => expect(mailedToken()).toBeTruthy());
  expect((await ask(web, site, '/api/activate.php', { json: { token: mailedToken() }, cookie })).status).toBe(200);
  const order = await ask(web, site, '/api/payment.php', { json: { package: '35', method: 'visa' }, cookie });
  const { payment, redirect } = JSON.parse(order.body) as { payment: { payment_id: string }; redirect: string };
  const pay = { method: 'POST', body: new URLSearchParams({ action: 'pay' }), redirect: 'manual' } as const;
  expect((await fetch(redirect.replace('//localhost', '//127.0.0.1'), pay)).status).toBe(303);
  // The sandbox cannot reach the domain from here, so the server finds the payment by asking.
  await expect
    .poll(async () => (await ask(web, site, `/api/payment.php?id=${payment.payment_id}`, { cookie })).body, {
      timeout: 600_000,
      interval: 1000,
    })
    .toContain('"status":"paid"');
  return cookie;
}

/** Visits both sites and makes calls until stopped; answers what failed. */
function visitAll(port: number, visited: readonly Site[], cookie: string): () => Promise<string[]> {
  let isOver = false;
  const faults: string[] = [];
  const visitors = visited.map(async (site, at) => {
    while (!isOver) {
      faults.push(...(await faultsOf(port, site, '/').catch((error: unknown) => [String(error)])));
      const { status } = await ask(port, site, '/api/user.php', at === 0 ? { cookie } : {}).catch(() => ({
        status: 0,
      }));
      if (status !== 200) faults.push(`call: ${status}`);
    }
  });
  return async () => {
    isOver = true;
    await Promise.all(visitors);
    return faults;
  };
}

test(
  'README.md: from an empty machine to a restored backup, and no visitor is disturbed',
  { timeout: 2_400_000 },
  async () => {
    const visited = sites.slice(0, 2);
    const [first] = visited as [Site];
    const at = await rehearse(
      visited.map(({ folder }) => folder),
      `https://${first.siteSettings.domain}`,
    );
    const { web } = at.ports;

    for (const line of commandsAfter('PostgreSQL')) await at.run(line);
    const [deploy = ''] = commandsAfter('Web server.');
    await at.run(deploy);
    const [doctor = '', serve = ''] = commandsAfter('The backend');
    expect(serve).toBe('npm run serve');
    await at.run('npm run migrate');
    await at.run(doctor);
    const servers = [await at.serve(0), await at.serve(1)];
    await at.startNginx();
    const cookie = await becomeCustomer(at, first);

    const stop = visitAll(web, visited, cookie);
    const colours = at.copy.path('niches', first.folder, '_variables.scss');
    writeFileSync(colours, readFileSync(colours, 'utf8').replace(/'primary': #\w+/, "'primary': #123456"));
    const [change = ''] = commandsAfter('A change');
    await at.run(change);
    await eventually(async () => expect((await ask(web, first, '/')).body).toContain('#123456'));
    for (const which of [0, 1] as const) {
      await servers[which]?.stop();
      servers[which] = await at.serve(which);
    }
    expect(await stop()).toEqual([]);

    await at.run(`mkdir ${at.backups}`);
    const [backup = ''] = commandsAfter('Backup.');
    expect(await at.run(backup)).toContain('Saved ');
    for (const server of servers) await server.stop();
    const before = await rowsIn(at.backupUrl);
    await at.run('dropdb matchloom');
    for (const line of commandsAfter('PostgreSQL')) if (!line.includes('password')) await at.run(line);
    const [restore = ''] = commandsAfter('Backup.', 1);
    await at.run(restore);
    expect(await rowsIn(at.backupUrl)).toEqual(before);
    await at.serve(0);
    expect(JSON.parse((await ask(web, first, '/api/user.php', { cookie })).body)).toMatchObject({
      user: { paid_user: true },
    });
  },
);
