// `npm run deploy` and `npm run rollback` as an operator runs them, on a small export.
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { beforeAll, afterAll, expect, test } from 'vitest';
import { markFinished, sourcesOf } from '#scripts/export-freshness';
import { loadSites, type Site } from '#site/load';
import { copyProject, type ProjectCopy } from '../support/project-copy.ts';
import { writeSite } from '../support/web-project.ts';

const [site, second, deleted] = loadSites(process.cwd()) as [Site, Site, Site];
const TOLD = 'told.txt';
/** A web server that is told writes down which version it finds. */
const TELL = `grep -o 'v[0-9]' live/${site.folder}/login.html | head -1 >> ${TOLD}`;
let copy: ProjectCopy;
beforeAll(() => {
  copy = copyProject(['package.json', 'package-lock.json', 'scripts', 'src', `niches/${site.folder}`]);
});
afterAll(() => copy.remove());

const run = (program: string, args: readonly string[], AFTER_DEPLOY: string, settings: NodeJS.ProcessEnv = {}) => {
  const env = { ...process.env, AFTER_DEPLOY, ...settings };
  const { status, stdout, stderr } = spawnSync(program, args, { cwd: copy.root, encoding: 'utf8', env });
  return { status, said: `${stdout}${stderr}` };
};
const deploy = (version: string, after = TELL, settings: NodeJS.ProcessEnv = {}) => {
  writeSite(copy.root, site, version);
  return run(process.execPath, ['scripts/deploy.ts', '--no-build'], after, settings);
};
const live = (): string | undefined => /v\d/.exec(copy.text(`live/${site.folder}/login.html`))?.[0];

test('npm run rollback makes the release before live and tells the web server, as npm run deploy does', () => {
  expect(deploy('v1')).toEqual({ status: 0, said: expect.stringMatching(/^Live: .*\nRestart the server processes/) });
  expect(deploy('v2').status).toBe(0);
  expect(run(process.execPath, ['scripts/deploy.ts', '--rollback'], TELL)).toEqual({
    status: 0,
    said: expect.stringMatching(/^Live: .*\nRestart the server processes/),
  });
  expect(live()).toBe('v1');
  expect(readFileSync(copy.path(TOLD), 'utf8')).toBe('v1\nv2\nv1\n');
  expect(run(process.execPath, ['scripts/deploy.ts', '--rollback'], TELL)).toEqual({
    status: 1,
    said: 'There is no earlier release to go back to.\n',
  });
});

test('without AFTER_DEPLOY both commands say that the web server has still to be told, and how', () => {
  const notTold =
    /^Live: .*\nA web server has still to be told, .*"systemctl reload nginx" or "systemctl reload caddy"\.\nRestart/;
  expect(deploy('v2', '')).toEqual({ status: 0, said: expect.stringMatching(notTold) });
  expect(run(process.execPath, ['scripts/deploy.ts', '--rollback'], '')).toEqual({
    status: 0,
    said: expect.stringMatching(notTold),
  });
});

test('npm run rollback names the file of prices that has to be taken back as well', () => {
  const settings = `niches/${site.folder}/settings.json`;
  const deployMarked = (version: string, credits: number): void => {
    writeFileSync(copy.path(settings), JSON.stringify({ message_credits: credits }));
    writeSite(copy.root, site, version);
    markFinished(copy.root, site.folder, sourcesOf(copy.root), 'whole');
    expect(run(process.execPath, ['scripts/deploy.ts', '--no-build'], TELL).status).toBe(0);
  };
  deployMarked('v4', 1);
  deployMarked('v5', 2);
  const { status, said } = run(process.execPath, ['scripts/deploy.ts', '--rollback'], TELL);
  expect([status, said.trim().split('\n').at(-1)]).toEqual([
    0,
    expect.stringMatching(new RegExp(`^After the rollback, .* ${settings} .* take it back as well`)),
  ]);
  expect(live()).toBe('v4');
});

test('DE11: brands and the host of the console are those of the deployment’s own settings, also when nothing was built', () => {
  const STAFF_HOST = 'staff.matchloom.example';
  mkdirSync(copy.path('niches', second.folder));
  // The folder of the last one was deleted, but not its export.
  for (const each of [second, deleted]) writeSite(copy.root, each, 'v3');
  /** The brands whose certificates nginx looks for, and whether it knows the console. */
  const published = (settings: NodeJS.ProcessEnv) => {
    expect(deploy('v3', TELL, settings).status).toBe(0);
    const brands = readdirSync(copy.path('live/hosting')).filter((name) => !/^(nginx\.conf|Caddyfile)$/.test(name));
    const knows = ['nginx.conf', 'Caddyfile'].map((file) => copy.text(`live/hosting/${file}`).includes(STAFF_HOST));
    return { brands: brands.sort(), knows };
  };
  expect(published({ NICHES: site.folder, STAFF_HOST })).toEqual({ brands: [site.folder], knows: [true, true] });
  const both = [site.folder, second.folder].sort();
  expect(published({ NICHES: '', STAFF_HOST: '' })).toEqual({ brands: both, knows: [false, false] });
  expect(both.map((brand) => existsSync(copy.path('live', brand, 'login.html')))).toEqual([true, true]);
});

test('a web server that could not be told is no success: the command ends with 1 and says what it may still serve', () => {
  expect(deploy('v3', 'exit 3')).toEqual({
    status: 1,
    said: expect.stringMatching(
      /^Live: .*\nAFTER_DEPLOY ended with 3: the web server may still serve the release before\.\n$/,
    ),
  });
  expect(live()).toBe('v3');
});
