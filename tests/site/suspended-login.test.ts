// Forms that are drawn again for a suspended or deleted account: until when, by the clock where the visitor is.
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

test.each(['/login', '/signup', '/reset-password', '/nl/login'])(
  'SG14 DE53: the form %s names the moment until which a deleted account can come back',
  async (path) => {
    const language = path.startsWith('/nl') ? 'nl' : 'en';
    const answer = await openStatic(join(root, 'dist'), [site]).form({
      ...{ site, country: 'NL', language, path, status: 409, code: 'email_deleting' },
      ...{ fields: {}, values: {}, encodings: '', until: '2026-03-02T09:05:37.000Z' },
    });
    const text = ((await answer?.text()) ?? '').replace(/\s/g, ' ');
    expect(text).toContain(
      language === 'nl'
        ? 'wordt verwijderd op 2 maart 2026 om 10:05 CET.'
        : 'will be deleted on 2 March 2026 at 10:05 CET.',
    );
  },
);
