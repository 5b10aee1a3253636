// The quick half of tests/full/rehearsal.test.ts: README.md's own commands on small exports, with one server behind nginx.
import { mkdirSync } from 'node:fs';
import { expect, test } from 'vitest';
import { writeSharedHosting } from '#scripts/build/hosting';
import { writeManifest } from '#scripts/build/manifest';
import { markFinished, sourcesOf } from '#scripts/export-freshness';
import { requireProgram } from '#scripts/testing/has-program';
import type { Site } from '#site/load';
import { ask } from '../support/ask-site.ts';
import { eventually } from '../support/eventually.ts';
import { commandsAfter } from '../support/readme.ts';
import { rehearse, rowsIn } from '../support/rehearsal.ts';
import { siteAt } from '../support/server.ts';
import { writeSite } from '../support/web-project.ts';

requireProgram('nginx');

const NO_WEIGHT = { html: 0, br: 0, js: 0, css: 0, inline: 0, first: 0, requests: 0 };

/** An export that `npm run deploy` takes for one of its own. */
function build(root: string, site: Site, version: string): void {
  writeSite(root, site, version);
  writeSharedHosting(root, null);
  writeManifest(root, [{ niche: site.folder, language: 'en', route: 'index', world: 'public', ...NO_WEIGHT }]);
  markFinished(root, site.folder, sourcesOf(root), 'whole');
}

const ANNA = {
  ...{
    email: 'anna@example.test',
    name: 'Anna Bloom',
    password: 'seven green bottles',
    gender: 'male',
    seeks: 'female',
  },
  ...{ date_of_birth: '1988-06-15', terms: 'yes', consent: 'yes' },
};

test('README.md: an empty database, a deployment, a server, a member, a change and the way back, a backup and its restoring', async () => {
  const site = siteAt(0);
  const { domain, countries } = site.siteSettings;
  const at = await rehearse([site.folder], `https://${domain}`);
  const { web } = at.ports;

  for (const line of commandsAfter('PostgreSQL')) await at.run(line);
  build(at.copy.root, site, 'v1');
  const [deploy = ''] = commandsAfter('Web server.');
  expect(await at.run(deploy)).toMatch(/^Live: /m);
  const [doctor = '', serve = ''] = commandsAfter('The backend');
  expect(await at.run(doctor)).toContain('Nothing must be mended.');
  expect(serve).toBe('npm run serve');
  const server = await at.serve(0);
  await at.startNginx();
  expect((await ask(web, site, '/login')).body).toContain('v1');
  const joined = await ask(web, site, '/api/signup.php', { json: { ...ANNA, country: countries[0] } });
  expect([joined.status, joined.body]).toEqual([200, expect.any(String)]);
  const cookie = joined.cookies.join('; ');
  await eventually(() => expect(at.mails.join()).toContain('?token='));

  build(at.copy.root, site, 'v2');
  const [change = ''] = commandsAfter('A change');
  await at.run(change);
  await eventually(async () => expect((await ask(web, site, '/login')).body).toContain('v2'));

  const [back = ''] = commandsAfter('A change', 1);
  await at.run(back);
  await eventually(async () => expect((await ask(web, site, '/login')).body).toContain('v1'));
  await at.run(change);
  await eventually(async () => expect((await ask(web, site, '/login')).body).toContain('v2'));

  mkdirSync(at.backups);
  const [backup = ''] = commandsAfter('Backup.');
  expect(await at.run(backup)).toContain('Saved ');
  await server.stop();
  const before = await rowsIn(at.backupUrl);
  await at.run('dropdb matchloom');
  for (const line of commandsAfter('PostgreSQL')) if (!line.includes('password')) await at.run(line);
  const [restore = ''] = commandsAfter('Backup.', 1);
  expect(await at.run(restore)).toContain('Restored ');
  expect(await rowsIn(at.backupUrl)).toEqual(before);
  await at.serve(0);
  const { status, body } = await ask(web, site, '/api/user.php', { cookie });
  expect([status, JSON.parse(body)]).toEqual([200, { user: expect.objectContaining({ email: ANNA.email }) }]);
});
