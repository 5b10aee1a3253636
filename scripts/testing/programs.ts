// Finds the browser, the database and the web servers that the tests need, and installs them where permitted.
import { spawnSync } from 'node:child_process';
import { postgresPrograms } from '../../tests/support/postgres.ts';
import { ENGINE_PACKAGES, findFirefox, findWebKit, requireEngines } from '../../tests/support/engines/programs.ts';
import { installMissing } from './apt.ts';
import { browserPath, FACE_PACKAGES, findHeadlessShell, findWholeChromium, HEADLESS_SHELL } from './chromium.ts';
import { CLOCK_PACKAGE, findClockLibrary, requireClockLibrary } from './clock.ts';
import { hasBrotli, hasProgram } from './has-program.ts';

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

function hasFaces(): boolean {
  const { status, stdout } = spawnSync('fc-list', [':', 'family'], { encoding: 'utf8' });
  return status === 0 && FACES.every((face) => face.test(stdout));
}

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
    ...(process.env['CHROMIUM_PATH'] || findHeadlessShell() ? [] : [HEADLESS_SHELL]),
    ...(findWholeChromium() ? [] : ['chromium']),
    ...(hasFaces() ? [] : FACE_PACKAGES),
    ...(hasPostgres() ? [] : ['postgresql']),
    ...(hasProgram('nginx') ? [] : ['nginx-light']),
    ...(hasProgram('caddy') ? [] : ['caddy']),
    ...(hasClock && !findClockLibrary() ? [CLOCK_PACKAGE] : []),
    ...(isFull && !(findFirefox() && findWebKit()) ? ENGINE_PACKAGES : []),
    ...(isFull && !hasProgram('bwrap') ? ['bubblewrap'] : []),
  ]);
  // Alone, since Debian before version 12 does not have it, and the tests say that they do without.
  await installMissing(hasBrotli() ? [] : ['libnginx-mod-http-brotli-static']);
  const browser = await browserPath();
  if (!hasPostgres()) {
    throw new Error(
      'The tests need PostgreSQL 15 or newer: install its server programs (initdb, postgres), or set TEST_DATABASE_URL to an empty database, then run this command again.',
    );
  }
  if (hasClock) requireClockLibrary();
  if (isFull) requireEngines();
  return browser;
}

/** Ensures that the library that moves the clock is present, for tests that need nothing else. */
export async function prepareClock(): Promise<void> {
  await installMissing(findClockLibrary() ? [] : [CLOCK_PACKAGE]);
  requireClockLibrary();
}
