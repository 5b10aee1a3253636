// Starts a script of this project on any machine with Node 20: installs packages when needed, then picks a Node that runs TypeScript.
import { spawn, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, lstatSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { constants } from 'node:os';
import { basename, delimiter, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const modules = join(root, 'node_modules');
const lock = join(root, 'package-lock.json');
const stamp = join(modules, '.installed-lock');
const NEEDED = '22.19';

const fail = (sentence) => {
  console.error(sentence);
  process.exit(1);
};

const lockHash = () => createHash('sha256').update(readFileSync(lock)).digest('hex');
const text = (file) => (existsSync(file) ? readFileSync(file, 'utf8') : '');

/** Whether node_modules holds what package-lock.json asks for. npm writes its own copy of the lock last of all. */
function isInstalled() {
  const written = join(modules, '.package-lock.json');
  if (!existsSync(written)) return false;
  if (lstatSync(modules).isSymbolicLink()) return true; // The copies in tests share these packages: never install into them.
  return text(stamp) === lockHash() || (!existsSync(stamp) && statSync(written).mtimeMs >= statSync(lock).mtimeMs);
}

function npmCommand() {
  const own = process.env.npm_execpath ?? '';
  if (basename(own).startsWith('npm') && existsSync(own)) return [process.execPath, own];
  if (spawnSync('npm', ['--version'], { stdio: 'ignore' }).status === 0) return ['npm'];
  return fail('npm was not found: install Node.js with npm, then run this command again.');
}

/** Summarises npm's standard error in one sentence. */
function reason(output) {
  if (/ENOTFOUND|EAI_AGAIN|ECONNREFUSED|ECONNRESET|ETIMEDOUT|ENETUNREACH|network/i.test(output)) {
    return 'The package registry could not be reached: check the network connection, then run this command again.';
  }
  if (/can only install packages when|EUSAGE/.test(output))
    return 'package-lock.json does not match package.json: run "npm install" and commit the lock file.';
  if (/ENOSPC/.test(output)) return 'The disk is full: make room, then run this command again.';
  if (/EACCES|EPERM|EROFS/.test(output)) return `The folder ${modules} is not writable for this user.`;
  if (/EINTEGRITY/.test(output))
    return 'A downloaded package is not the one package-lock.json names: run "npm cache clean --force", then this command again.';
  return 'npm ci failed; its message is above.';
}

async function install() {
  console.log('Installing packages with npm ci (about a minute the first time) …');
  const started = Date.now();
  const seconds = () => Math.round((Date.now() - started) / 1000);
  const [command, ...first] = npmCommand();
  const args = [...first, 'ci', '--loglevel=error', '--no-audit', '--no-fund', '--include=dev', '--include=optional'];
  const child = spawn(command, args, { cwd: root, stdio: ['ignore', 'ignore', 'pipe'] });
  const progress = setInterval(() => console.log(`  still installing, ${seconds()} s`), 15_000);
  let output = '';
  child.stderr.on('data', (chunk) => {
    output += chunk;
    process.stderr.write(chunk);
  });
  const code = await ended(child);
  clearInterval(progress);
  if (code !== 0) fail(reason(output));
  writeFileSync(stamp, lockHash());
  console.log(`Installed in ${seconds()} s.`);
}

/** The exit code of a child; signals are passed on to it. A terminal's Ctrl-C reaches it by itself. */
function ended(child) {
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) {
    process.on(signal, () => (signal === 'SIGINT' && process.stdin.isTTY ? undefined : child.kill(signal)));
  }
  endWithShell(child);
  return new Promise((resolve) => {
    child.on('error', (error) => fail(`${child.spawnfile} could not be started: ${error.message}.`));
    child.on('close', (code, signal) => resolve(signal ? 128 + (constants.signals[signal] ?? 0) : (code ?? 1)));
  });
}

/** npm passes a signal on to the shell that it has started, which does not: when the shell is gone, the child has to end too. */
function endWithShell(child) {
  if (!process.env.npm_lifecycle_event) return;
  const shell = process.ppid;
  const watch = setInterval(() => {
    if (process.ppid === shell) return;
    clearInterval(watch);
    child.kill('SIGTERM');
  }, 1000);
  watch.unref();
}

/** Whether this Node version runs TypeScript files as they are. */
function runsTypeScript(version) {
  const [major = 0, minor = 0] = version.replace('v', '').split('.').map(Number);
  return major >= 24 || (major === 23 && minor >= 6) || (major === 22 && minor >= 19);
}

/** The Node to use: the running one if it is new enough, else the one that came as a package. */
function pickNode() {
  if (runsTypeScript(process.version)) return process.execPath;
  const packaged = join(modules, `node-${process.platform}-${process.arch}`, 'bin', 'node');
  if (existsSync(packaged) && spawnSync(packaged, ['--version'], { stdio: 'ignore' }).status === 0) return packaged;
  return fail(
    `This is Node ${process.version}; install Node ${NEEDED} or newer (24 is best) and run this command again.`,
  );
}

const [script, ...args] = process.argv.slice(2);
if (!script) fail('Usage: node scripts/ensure.mjs scripts/<name>.ts [arguments]');
if (!existsSync(join(root, script))) fail(`There is no ${script} in this project.`);
if (!existsSync(lock)) fail('package-lock.json is missing: get a complete copy of the project.');
if (!isInstalled()) await install();
const node = pickNode();
const path = [dirname(node), join(modules, '.bin'), process.env.PATH ?? ''].join(delimiter);
const flags = ['--disable-warning=ExperimentalWarning'];
const child = spawn(node, [...flags, join(root, script), ...args], {
  cwd: root,
  stdio: 'inherit',
  env: { ...process.env, PATH: path },
});
process.exitCode = await ended(child);
