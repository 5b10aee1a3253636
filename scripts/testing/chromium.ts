// Finds Chromium on this machine, and installs it where permitted.
import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { type Browser, chromium } from 'playwright';
import { run } from '../child.ts';
import { installMissing } from './apt.ts';

/** The fonts of Debian that headings fall back to. */
export const FACE_PACKAGES = ['fontconfig', 'fonts-liberation'];
/** The same engine without what only a window needs: browser tests take two thirds of the time with it. */
export const HEADLESS_SHELL = 'chromium-headless-shell';
const WHOLE_BROWSERS = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'];

function findOneOf(names: readonly string[]): string | null {
  const { CHROMIUM_PATH: chosen = '', PATH = '' } = process.env;
  const folders = PATH.split(delimiter);
  const onPath = names.flatMap((name) => folders.map((folder) => join(folder, name)));
  return [chosen, ...onPath, chromium.executablePath()].find((path) => existsSync(path)) ?? null;
}

/** Path of a Chromium on this machine: CHROMIUM_PATH, the system's, or Playwright's own; null when there is none. */
export const findChromium = (): string | null => findOneOf([HEADLESS_SHELL, ...WHOLE_BROWSERS]);

/** CHROMIUM_PATH, or the headless shell of this machine. */
export const findHeadlessShell = (): string | null => findOneOf([HEADLESS_SHELL]);

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

/** Path of a Chromium, which is installed if missing. Throws one sentence that says what to install. */
export async function browserPath(): Promise<string> {
  if (!findChromium()) await installMissing(['chromium', ...FACE_PACKAGES]);
  if (!findChromium()) {
    console.log('Downloading a browser with Playwright …');
    await run('playwright', ['install', 'chromium'], { cwd: join(import.meta.dirname, '..', '..') });
  }
  const browser = findChromium();
  if (!browser)
    throw new Error(
      'This needs Chromium: install Chromium or Google Chrome, or set CHROMIUM_PATH to one, then run this command again.',
    );
  return browser;
}
