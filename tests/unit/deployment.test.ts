// A deployment behind nginx and Caddy under load: no page meets a foreign policy, and none asks for a file that is gone.
import { expect, onTestFinished, test } from 'vitest';
import { publish, rollBack } from '#scripts/releases';
import { requireProgram } from '#scripts/testing/has-program';
import { loadSites, type Site } from '#site/load';
import { eventually } from '../support/eventually.ts';
import { type Project, writeSite } from '../support/web-project.ts';
import { editCaddy, editNginx, startCaddy, startNginx, type WebServer } from '../support/web-servers.ts';

const [site] = loadSites(process.cwd()) as [Site];
const servers = [
  { program: 'nginx', start: startNginx, edit: editNginx },
  { program: 'caddy', start: startCaddy, edit: editCaddy },
];
for (const { program } of servers) requireProgram(program);

interface Visit {
  readonly page: string | undefined;
  readonly policy: string | undefined;
  readonly script: number;
}

async function visit(server: WebServer): Promise<Visit> {
  const { body, headers } = await server.ask(site.siteSettings.domain, '/login');
  const page = /_astro\/(v\d)\.js/.exec(body)?.[1];
  const policy = /public(v\d)/.exec(String(headers['content-security-policy']))?.[1];
  // A slow browser asks for the script after the deployment.
  await new Promise((resolve) => setTimeout(resolve, 300));
  return { page, policy, script: (await server.ask(site.siteSettings.domain, `/_astro/${page}.js`)).status };
}

test.each(servers)(
  'three deployments and a rollback under load disturb no visit of $program',
  async ({ start, edit }) => {
    let made: Project | null = null;
    let day = 0;
    const deploy = (version: string): void => {
      if (!made) throw new Error('There is no project yet.');
      writeSite(made.folder, site, version);
      edit(made, true);
      publish(made.folder, new Date(Date.UTC(2026, 0, (day += 1))));
    };
    const prepare = (project: Project): void => {
      made = project;
      deploy('v1');
    };
    const server = await start([site], { included: 'live/hosting', prepare });
    onTestFinished(() => server.stop());
    const visits: Visit[] = [];
    let isOver = false;
    const visitors = Array.from({ length: 6 }, async () => {
      while (!isOver) visits.push(await visit(server));
    });
    // Also when the test fails: no one asks a server that has ended.
    onTestFinished(async () => {
      isOver = true;
      await Promise.allSettled(visitors);
    });
    /** Waits until the visitors get a version. */
    const isServed = (version: string): Promise<void> => {
      const from = visits.length;
      return eventually(() => expect(visits.slice(from).map(({ page }) => page)).toContain(version));
    };
    await isServed('v1');
    for (const version of ['v2', 'v3', 'v4']) {
      deploy(version);
      server.reload();
      await isServed(version);
    }
    rollBack(server.folder, new Date(Date.UTC(2026, 0, (day += 1))));
    server.reload();
    await isServed('v3');
    isOver = true;
    await Promise.all(visitors);
    expect([...new Set(visits.map(({ page }) => page))].sort()).toEqual(['v1', 'v2', 'v3', 'v4']);
    expect(visits.filter(({ page, policy, script }) => page !== policy || script !== 200)).toEqual([]);
    expect((await visit(server)).page).toBe('v3');
  },
);
