// A page that is asked for by POST, as some payment providers send their payers back.
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { openStatic } from '#server/static/index';
import { loadSites } from '#site/load';

const root = process.cwd();
const [site] = loadSites(root);
if (!site) throw new Error('There is no site.');

test('CR11: a payer who is sent back by POST is led to the page by GET; elsewhere a POST finds nothing', async () => {
  const pages = openStatic(join(root, 'dist'), [site]);
  const post = (path: string): Promise<Response> =>
    pages.page(new Request(`http://${site.siteSettings.domain}${path}`, { method: 'POST', body: 'a=b' }), site);
  const path = '/nl/transactions/0f8c2b1e-1111-4222-8333-444455556666?from=bank';
  const answer = await post(path);
  expect([answer.status, answer.headers.get('Location')]).toEqual([303, path]);
  expect((await post('/nowhere')).status).toBe(404);
});
