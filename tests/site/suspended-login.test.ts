// The login page, drawn again for a suspended member: until when, by the clock where the visitor is.
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { openStatic } from '#server/static/index';
import { loadSites } from '#site/load';

const root = process.cwd();
const [site] = loadSites(root);
if (!site) throw new Error('There is no site.');

test.each([
  ['NL', '2 March 2026 at 10:05 CET'],
  ['US', 'March 2, 2026 at 4:05 AM EST'],
  [null, '2 March 2026 at 09:05 UTC'],
])('SA4: a suspended member in %s reads %s', async (country, moment) => {
  const answer = await openStatic(join(root, 'dist'), [site]).form({
    ...{ site, country, language: 'en', path: '/login', status: 403, code: 'account_suspended' },
    ...{ fields: {}, values: {}, encodings: '', until: '2026-03-02T09:05:37.000Z', rule: 'harassment' },
  });
  expect(((await answer?.text()) ?? '').replace(/\s/g, ' ')).toContain(`This account is suspended until ${moment}.`);
});
