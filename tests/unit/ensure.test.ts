// Which Node runs the scripts: the one in use where it runs TypeScript, else the one that comes as a package.
import { spawn, spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { eventually } from '../support/eventually.ts';

const PACKAGED = `node-${process.platform}-${process.arch}/bin/node`;
let root = '';
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'ensure-'));
  write('package-lock.json', '{}');
  write('packages/.package-lock.json', '{}');
  write(
    'scripts/say.ts',
    'const node: string = process.execPath;\nconsole.log(node, ...process.argv.slice(2));\nprocess.exitCode = 7;',
  );
  cpSync('scripts/ensure.mjs', join(root, 'scripts/ensure.mjs'));
  // A link to packages counts as installed.
  symlinkSync('packages', join(root, 'node_modules'));
});
afterEach(() => rmSync(root, { recursive: true }));

function write(path: string, text: string, mode = 0o644): void {
  mkdirSync(dirname(join(root, path)), { recursive: true });
  writeFileSync(join(root, path), text, { mode });
}

/** Runs a script of the project through scripts/ensure.mjs, as a Node of this version does. */
function run(version: string, script = 'scripts/say.ts') {
  const older = `Object.defineProperty(process, 'version', { value: ${JSON.stringify(version)} })`;
  const preload = `--import=data:text/javascript,${encodeURIComponent(older)}`;
  const args = [preload, join(root, 'scripts/ensure.mjs'), script, 'one', '--two'];
  const { status, stdout, stderr } = spawnSync(process.execPath, args, { encoding: 'utf8' });
  return { status, said: (stdout + stderr).trim() };
}

/** A Node that says how it was called and which Node scripts of the package find first. */
const packagedNode = (runs = true): void =>
  write(
    `packages/${PACKAGED}`,
    runs
      ? '#!/bin/sh\n[ "$1" = --version ] || { echo "packaged $*"; echo "$PATH"; }\nexit 0\n'
      : '#!/bin/sh\nexit 126\n',
    0o755,
  );

test.each(['v22.19.0', 'v23.6.0', 'v24.0.0', 'v26.1.2'])('%s runs scripts itself', (version) => {
  packagedNode();
  expect(run(version)).toEqual({ status: 7, said: `${realpathSync(process.execPath)} one --two` });
});

test.each(['v20.20.2', 'v22.18.0', 'v23.5.0'])(
  '%s has the packaged Node run scripts, and what they start',
  (version) => {
    packagedNode();
    const { status, said } = run(version);
    const [called = '', path = ''] = said.split('\n');
    expect([status, called]).toEqual([
      0,
      `packaged --disable-warning=ExperimentalWarning ${join(root, 'scripts/say.ts')} one --two`,
    ]);
    expect(path.split(':')[0]).toBe(join(root, 'node_modules', dirname(PACKAGED)));
  },
);

test.each<[string, () => void]>([
  ['there is none', () => undefined],
  ['it does not run on this machine', () => packagedNode(false)],
])('an old Node says in one sentence which to install when %s', (_, prepare) => {
  prepare();
  expect(run('v20.20.2')).toEqual({
    status: 1,
    said: 'This is Node v20.20.2; install Node 22.19 or newer (24 is best) and run this command again.',
  });
});

// Not every platform has one.
if (existsSync(join('node_modules', PACKAGED)))
  test('the Node of the packages runs TypeScript under an old one', () => {
    rmSync(join(root, 'node_modules'));
    symlinkSync(realpathSync('node_modules'), join(root, 'node_modules'));
    expect(run('v20.20.2')).toEqual({ status: 7, said: `${realpathSync(join('node_modules', PACKAGED))} one --two` });
  });

test('a script that is not there is named', () => {
  expect(run('v24.0.0', 'scripts/nosuch.ts')).toEqual({
    status: 1,
    said: 'There is no scripts/nosuch.ts in this project.',
  });
});

test('a script ends when the shell has ended that npm started for it', async () => {
  write(
    'scripts/wait.ts',
    `process.on('SIGTERM', () => { console.log('ended in order'); process.exit(); });
    setTimeout(() => undefined, 200_000);
    console.log('waits');`,
  );
  const shell = spawn('sh', ['-c', `"${process.execPath}" scripts/ensure.mjs scripts/wait.ts; true`], {
    cwd: root,
    env: { ...process.env, npm_lifecycle_event: 'test' },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let said = '';
  shell.stdout.on('data', (chunk) => (said += String(chunk)));
  await eventually(() => expect(said).toBe('waits\n'));
  shell.kill('SIGTERM');
  await eventually(() => expect(said).toBe('waits\nended in order\n'));
});
