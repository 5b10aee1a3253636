// Sites that `npm start` is still building while the server already runs.
import { Hono } from 'hono';
import { expect, test } from 'vitest';
import { loadSites, type Site } from '#site/load';
import { readConfig } from '#server/config/index';
import type { AppContext, AppEnv } from '#server/http/request-info';
import { openLog } from '#server/log';
import { sitePages } from '#server/static/site-pages';

const root = process.cwd();
const [first, second] = loadSites(root) as [Site, Site];

test('a site that is still being built says so and loads again; when it is ready the same server shows it', async () => {
  const pending = new Set([second.folder]);
  const parts = {
    sites: [first, second],
    config: readConfig({}),
    log: openLog('silent'),
    database: undefined as never,
  };
  const { fallback } = sitePages({ root, pending })(parts);
  const app = new Hono<AppEnv>().all('*', (c: AppContext) => {
    const { hostname } = new URL(c.req.url);
    c.set('site', [first, second].find(({ siteSettings }) => siteSettings.domain === hostname) ?? null);
    return fallback?.(c) ?? c.notFound();
  });
  const page = async (site: Site): Promise<[number, string]> => {
    const answer = await app.request(`http://${site.siteSettings.domain}/login`);
    return [answer.status, await answer.text()];
  };
  const list = async (): Promise<string> => (await app.request('http://localhost:4321/')).text();
  expect((await page(first))[0]).toBe(200);
  const [status, html] = await page(second);
  expect(status).toBe(503);
  expect(html).toContain(`${second.name} is still being built`);
  expect(html).toContain('http-equiv="refresh"');
  expect((await list()).match(/Still being built/g)).toHaveLength(1);
  pending.delete(second.folder);
  expect((await page(second))[0]).toBe(200);
  expect(await list()).not.toMatch(/Still being built|http-equiv="refresh"/);
});
