// Finds the browser, the database and the web servers that the tests need, and installs them where permitted.
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { type Browser, chromium } from 'playwright';
import { postgresPrograms } from '../../tests/support/postgres.ts';
import { ENGINE_PACKAGES, findFirefox, findWebKit, requireEngines } from '../../tests/support/engines/programs.ts';
import { run } from '../child.ts';
import { CLOCK_PACKAGE, findClockLibrary } from './clock.ts';
import { hasProgram } from './has-program.ts';

const root = join(import.meta.dirname, '..', '..');
/** The same engine without what only a window needs: browser tests take two thirds of the time with it. */
const HEADLESS_SHELL = 'chromium-headless-shell';
const WHOLE_BROWSERS = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'];

function findOneOf(names: readonly string[]): string | null {
  const { CHROMIUM_PATH: chosen = '', PATH = '' } = process.env;
  const folders = PATH.split(delimiter);
  const onPath = names.flatMap((name) => folders.map((folder) => join(folder, name)));
  return [chosen, ...onPath, chromium.executablePath()].find((path) => existsSync(path)) ?? null;
}

/** Path of a Chromium on this machine: CHROMIUM_PATH, the system's, or Playwright's own; null when there is none. */
export const findChromium = (): string | null => findOneOf([HEADLESS_SHELL, ...WHOLE_BROWSERS]);

/** Path of a Chromium that can show notifications, which the headless shell refuses. */
export const findWholeChromium = (): string | null => findOneOf(WHOLE_BROWSERS);

/** Launch options of Chromium for tests and measurements: works as root, and without network requests of its own. */
export const CHROMIUM_ARGS: readonly string[] = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-background-networking',
  '--disable-component-update',
];

/** Runs `work` in a Chromium, which is installed if missing and closed in any case. */
export async function withChromium<T>(work: (browser: Browser) => Promise<T>, ...more: readonly string[]): Promise<T> {
  const executablePath = await browserPath();
  const browser = await chromium.launch({ executablePath, args: [...CHROMIUM_ARGS, ...more] });
  try {
    return await work(browser);
  } finally {
    await browser.close();
  }
}

/** Whether the api tests have a PostgreSQL: a given one, or programs to start one. */
function hasPostgres(): boolean {
  if (process.env['TEST_DATABASE_URL']) return true;
  try {
    return postgresPrograms() !== '';
  } catch {
    return false;
  }
}

/** The fallback faces of headings: one of each pair, which have the same metrics. */
const FACES = [/Liberation Serif|Times New Roman/, /Liberation Sans|Arial/];
const FACE_PACKAGES = ['fontconfig', 'fonts-liberation'];

function hasFaces(): boolean {
  const { status, stdout } = spawnSync('fc-list', [':', 'family'], { encoding: 'utf8' });
  return status === 0 && FACES.every((face) => face.test(stdout));
}

const mayUseApt = (): boolean => process.getuid?.() === 0 && spawnSync('apt-get', ['--version']).status === 0;

interface Preparation {
  readonly isFull: boolean;
  /** Whether tests run at another date than today's. */
  readonly hasClock: boolean;
}

/**
 * Ensures that browser and database are present, installs the web servers and the library that moves the clock where
 * permitted, and for the full run needs the browsers of other engines. Answers the browser's path, or throws one sentence
 * that says what to install.
 */
export async function prepare({ isFull, hasClock }: Preparation): Promise<string> {
  await installMissing([
    ...(process.env['CHROMIUM_PATH'] || findOneOf([HEADLESS_SHELL]) ? [] : [HEADLESS_SHELL]),
    ...(findWholeChromium() ? [] : ['chromium']),
    ...(hasFaces() ? [] : FACE_PACKAGES),
    ...(hasPostgres() ? [] : ['postgresql']),
    ...(hasProgram('nginx') ? [] : ['nginx-light']),
    ...(hasProgram('caddy') ? [] : ['caddy']),
    ...(hasClock && !findClockLibrary() ? [CLOCK_PACKAGE] : []),
    ...(isFull && !(findFirefox() && findWebKit()) ? ENGINE_PACKAGES : []),
  ]);
  const browser = await browserPath();
  if (!hasPostgres()) {
    throw new Error(
      'The tests need PostgreSQL 15 or newer: install its server programs (initdb, postgres), or set TEST_DATABASE_URL to an empty database, then run this command again.',
    );
  }
  if (isFull) requireEngines();
  return browser;
}

/** Path of a Chromium, which is installed if missing. Throws one sentence that says what to install. */
async function browserPath(): Promise<string> {
  if (!findChromium()) await installMissing(['chromium', ...FACE_PACKAGES]);
  if (!findChromium()) {
    console.log('Downloading a browser with Playwright …');
    await run('playwright', ['install', 'chromium'], { cwd: root });
  }
  const browser = findChromium();
  if (!browser)
    throw new Error(
      'This needs Chromium: install Chromium or Google Chrome, or set CHROMIUM_PATH to one, then run this command again.',
    );
  return browser;
}

/**
 * Installs Debian packages where permitted. RUNLEVEL keeps them from starting servers of their own; the tests start
 * theirs.
 */
async function installMissing(packages: readonly string[]): Promise<void> {
  if (packages.length === 0 || !mayUseApt()) return;
  console.log(`Installing ${packages.join(' and ')} with apt-get (a few minutes) …`);
  const env = { DEBIAN_FRONTEND: 'noninteractive', RUNLEVEL: '1' };
  const update = await run('apt-get', ['update', '-qq'], { cwd: root, env, output: 'keep' });
  const install = await run('apt-get', ['install', '-y', '-qq', '--no-install-recommends', ...packages], {
    cwd: root,
    env,
    output: 'keep',
  });
  if (install.code === 0) console.log(`Installed in ${install.seconds} s.`);
  else
    console.error(
      `apt-get could not install ${packages.join(', ')}:\n${(update.output + install.output).trim().split('\n').slice(-5).join('\n')}`,
    );
}
