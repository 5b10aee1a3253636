// Starts that are refused before anything is read, built or opened that the refusal does not need.
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { publish, rollBack } from '#scripts/releases';
import { freshFolder, type Process, startProcess } from '../support/processes.ts';
import { readTrap, TRAPPED } from '../support/read-trap.ts';
import { servingProject } from '../support/serving-project.ts';
import { siteAt } from '../support/server.ts';

const site = siteAt(0);
const { folder } = site;
const ended = async (started: Process): Promise<[number | null, string]> => [
  await started.ended,
  started.said().trim(),
];
/** Settings that production accepts, with a database that does not answer: an accepted start ends there. */
const accepted = (): Record<string, string> => ({
  ...{ DATABASE_URL: 'postgres://web:Zk3vPq81@127.0.0.1:1/x', DATA_DIR: join(freshFolder(), 'data'), NICHES: folder },
  ...{ SMTP_URL: 'smtps://mail.internal', PUBLIC_ORIGIN: `https://${site.siteSettings.domain}`, TRUST_PROXY: '1' },
  ...{ ALLOW_NO_PROVIDER: '1', ALLOW_PLACEHOLDERS: '1' },
});
const AWAY = /^The database cannot be reached .*DATABASE_URL/;

describe('npm start', () => {
  /** What is read to build, seed or serve a site. */
  const NODE_OPTIONS = readTrap('niches', 'locales', 'demo', 'dist');

  test('H4: refuses production with one sentence that names npm run serve, before it looks at any site', async () => {
    const DATA_DIR = join(freshFolder(), 'data');
    const env = { NODE_OPTIONS, DATA_DIR, NODE_ENV: 'production' };
    const sentence = expect.stringMatching(/^npm start is for development [^\n]*"npm run serve"\.$/);
    expect(await ended(startProcess(env, 'scripts/start.ts'))).toEqual([2, sentence]);
    expect(existsSync(DATA_DIR)).toBe(false);
  });

  test('goes on to the sites otherwise', async () => {
    const env = { NODE_OPTIONS, DATA_DIR: join(freshFolder(), 'data') };
    expect(await ended(startProcess(env, 'scripts/start.ts'))).toEqual([TRAPPED, '']);
  });
});

describe('npm run serve', () => {
  /** What is read only to tell whether exports are older than their sources. */
  const NODE_OPTIONS = readTrap('demo', 'public');
  const serve = (env: Record<string, string>) => ended(startProcess(env, 'scripts/serve.ts'));

  test.each<[string, Record<string, string>, RegExp]>([
    ['one that cannot be read', { PORT: 'x' }, /^PORT must be [^\n]*$/],
    ['one that production refuses', { SMTP_URL: '' }, /^SMTP_URL is missing[^\n]*$/],
    ['a brand that is not there', { NICHES: 'nosuch' }, /^NICHES names nosuch[^\n]*$/],
    ['placeholders of a brand', { ALLOW_PLACEHOLDERS: '' }, /^niches\/\w+\/niche\.json has placeholders[^\n]*$/],
  ])('H4: refuses a bad setting before any source is read for the exports: %s', async (_, env, sentence) => {
    expect(await serve({ ...accepted(), NODE_OPTIONS, ...env })).toEqual([2, expect.stringMatching(sentence)]);
  });

  test('goes on to the exports when all settings are good', async () => {
    expect(await serve({ ...accepted(), NODE_OPTIONS })).toEqual([TRAPPED, '']);
  });

  test('refuses an export older than its brand before it opens the database, except after a rollback', async () => {
    const project = servingProject(site);
    const serveIt = () => ended(startProcess(accepted(), join(project.root, 'scripts/serve.ts')));
    project.build();
    expect(await serveIt()).toEqual([1, expect.stringMatching(AWAY)]);
    // The backend would charge by it, and the pages would not say so.
    project.charge(2);
    const stale = `The export of ${folder} is older than niches/${folder}/settings.json:`;
    expect(await serveIt()).toEqual([2, `${stale} run "npm run build ${folder}".`]);
    project.build();
    publish(project.root, new Date('2027-01-01T10:00:00Z'));
    project.charge(3);
    expect(await serveIt()).toEqual([2, `${stale} run "npm run deploy".`]);
    project.charge(2);
    project.paint(1);
    project.build();
    publish(project.root, new Date('2027-01-01T11:00:00Z'));
    expect(await serveIt()).toEqual([1, expect.stringMatching(AWAY)]);
    rollBack(project.root, new Date('2027-01-01T12:00:00Z'));
    const [code, said] = await serveIt();
    expect([code, said.split('\n')]).toEqual([
      1,
      [`Serving a release older than its sources, after a rollback: ${folder}.`, expect.stringMatching(AWAY)],
    ]);
    project.charge(3);
    const disagreeing = `the pages of ${folder} go by an older niches/${folder}/settings.json than the backend:`;
    expect(await serveIt()).toEqual([
      2,
      `After the rollback, ${disagreeing} take it back as well, or run "npm run deploy".`,
    ]);
  });
});
