// Which pages may ask for the microphone, as the server answers them.
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { openStatic } from '#server/static/index';
import { loadSites, type Site } from '#site/load';

const root = process.cwd();
const site = loadSites(root)[0] as Site;
const pages = openStatic(join(root, 'dist'), [site]);

test.each([
  ['/login', 'microphone=()'],
  ['/', 'microphone=()'],
  ['/chats', 'microphone=(self)'],
  ['/de/members', 'microphone=(self)'],
])('DE91: %s is sent with %s', async (path, policy) => {
  const answer = await pages.page(new Request(`http://${site.siteSettings.domain}${path}`), site);
  expect([answer.status, answer.headers.get('Permissions-Policy')]).toEqual([200, expect.stringContaining(policy)]);
});
